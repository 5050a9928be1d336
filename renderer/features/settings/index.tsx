import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../app/api.ts';
import { usePreferences } from '../../app/preferences.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { Neighbours } from './neighbours.tsx';
import { emptyDraft, type ProfileDraft } from './profile-draft.ts';
import { ProfileForm } from './profile-form.tsx';
import { ProfileTable } from './profile-table.tsx';
import styles from './settings.module.css';

/** Judges to re-run against, and how the app speaks, looks and signs labels. */
export function SettingsScreen() {
  const { t } = useTranslation(['settings', 'common']);
  const workspace = useWorkspace();
  const profiles = useApiQuery('profiles.list', undefined, { keep: true });
  const preferences = usePreferences();
  const [draft, setDraft] = useState<ProfileDraft | null>(null);
  const settings = preferences.settings;
  if (profiles.error !== null)
    return <ErrorView error={profiles.error} onRetry={() => void profiles.refetch()} />;
  if (settings === undefined || profiles.data === undefined || workspace.data === undefined)
    return <Loading />;
  return (
    <div className="screen">
      <header className="screen-head">
        <h1>{t('title')}</h1>
        <span className="muted">{visibleText(workspace.data.path)}</span>
      </header>
      <section className={`panel ${styles.section}`}>
        <div className={styles.sectionHead}>
          <h2>{t('profiles.title')}</h2>
          <span className="muted">{t('profiles.help')}</span>
          <Button variant="filled" onClick={() => setDraft(emptyDraft)}>
            {t('profiles.new')}
          </Button>
        </div>
        <ProfileTable
          profiles={profiles.data}
          chosen={settings.default_profile}
          onChoose={(id) => preferences.save({ default_profile: id })}
          onEdit={setDraft}
        />
      </section>
      {draft === null ? null : (
        <ProfileForm key={draft.profile_id ?? 'new'} draft={draft} onClose={() => setDraft(null)} />
      )}
      <Neighbours />
      <section className={`panel ${styles.section}`}>
        <h2>{t('app.title')}</h2>
        <div className={styles.grid}>
          <div>
            <div className={styles.label}>{t('app.language')}</div>
            <SegmentedControl
              aria-label={t('app.language')}
              value={settings.language}
              data={[
                { value: 'system', label: t('app.system') },
                { value: 'en', label: 'English' },
                { value: 'zh-CN', label: '简体中文' },
              ]}
              onChange={(language) => preferences.save({ language })}
            />
          </div>
          <div>
            <div className={styles.label}>{t('app.theme')}</div>
            <SegmentedControl
              aria-label={t('app.theme')}
              value={settings.theme}
              data={[
                { value: 'system', label: t('app.system') },
                { value: 'light', label: t('app.light') },
                { value: 'dark', label: t('app.dark') },
              ]}
              onChange={(theme) => preferences.save({ theme })}
            />
          </div>
          <Annotator name={settings.annotator} onSave={(annotator) => preferences.save({ annotator })} />
          <Select
            label={t('app.defaultProfile')}
            description={t('app.defaultProfileHelp')}
            allowDeselect={false}
            value={settings.default_profile ?? ''}
            data={profiles.data.map((profile) => ({
              value: profile.demo ? '' : profile.profile_id,
              label: profile.demo ? t('profiles.demo') : profile.name,
            }))}
            onChange={(id) => preferences.save({ default_profile: id === '' ? null : id })}
          />
        </div>
        {preferences.error === null ? null : <ErrorView error={preferences.error} />}
      </section>
    </div>
  );
}

/** The name labels are signed with; kept when the field is left. */
function Annotator({ name, onSave }: { readonly name: string; readonly onSave: (name: string) => void }) {
  const { t } = useTranslation('settings');
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  const save = (): void => {
    const next = text.trim();
    if (next === '') setText(name);
    else if (next !== name) onSave(next);
  };
  return (
    <TextInput
      label={t('app.annotator')}
      description={t('app.annotatorHelp')}
      value={text}
      maxLength={100}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save();
      }}
    />
  );
}

import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JudgeTest } from '../../../electron/api/types.ts';
import { useApiMutation, useApiQuery } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { type CopiedSnippet, CopySnippet, SnippetNotes } from './copy-snippet.tsx';
import { LearnedForm } from './learned-form.tsx';
import { draftOf, type ProfileDraft, type ProfileListed } from './profile-draft.ts';
import styles from './settings.module.css';

/** The judges that re-runs can be sent to, the demo judge among them; one call tells whether a judge answers. */
export function ProfileTable({
  profiles,
  chosen,
  onChoose,
  onEdit,
}: {
  readonly profiles: readonly ProfileListed[];
  /** The default; null is the demo judge. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  readonly onEdit: (draft: ProfileDraft) => void;
}) {
  const { t } = useTranslation('settings');
  const [tested, setTested] = useState<{ readonly id: string; readonly result: JudgeTest } | null>(null);
  const [copied, setCopied] = useState<CopiedSnippet | null>(null);
  const learned = useApiQuery('judgeCalls.learned', undefined, { keep: true });
  const test = useApiMutation('profiles.test', { invalidates: ['judgeCalls'] });
  const remove = useApiMutation('profiles.remove', { invalidates: ['profiles', 'workspace'] });
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('profiles.default')}</th>
            <th scope="col">{t('profiles.name')}</th>
            <th scope="col">{t('profiles.baseUrl')}</th>
            <th scope="col">{t('profiles.model')}</th>
            <th scope="col">{t('profiles.key')}</th>
            <th scope="col">{t('profiles.format')}</th>
            <th scope="col" data-align="right">
              {t('profiles.temperature')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('profiles.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {profiles.map((profile) => {
            const id = profile.demo ? null : profile.profile_id;
            return (
              <tr key={profile.profile_id}>
                <td>
                  <Radio
                    size="xs"
                    name="default-profile"
                    aria-label={t('profiles.makeDefault', { name: profile.name })}
                    checked={chosen === id}
                    onChange={() => onChoose(id)}
                  />
                </td>
                <td>
                  <strong>{profile.demo ? t('profiles.demo') : visibleText(profile.name)}</strong>
                </td>
                <td className="muted">
                  {profile.demo ? t('profiles.builtIn') : visibleText(profile.base_url)}
                </td>
                <td>{profile.demo ? '–' : visibleText(profile.model)}</td>
                <td>
                  <KeyState profile={profile} />
                </td>
                <td>
                  {profile.demo ? '–' : t(`profiles.formats.${profile.response_format}`)}
                  <LearnedForm
                    profile={profile}
                    dialect={
                      learned.data?.find((one) => one.profile_id === profile.profile_id)?.dialect ?? null
                    }
                  />
                </td>
                <td data-align="right">{profile.temperature ?? '–'}</td>
                <td className={styles.actions}>
                  <Button
                    loading={test.isPending && test.variables.profile_id === profile.profile_id}
                    onClick={() =>
                      test.mutate(
                        { profile_id: profile.profile_id },
                        { onSuccess: (result) => setTested({ id: profile.profile_id, result }) },
                      )
                    }
                  >
                    {t('profiles.test')}
                  </Button>
                  {profile.demo ? null : (
                    <>
                      <CopySnippet profileId={profile.profile_id} onCopied={setCopied} />
                      <Button onClick={() => onEdit(draftOf(profile))}>{t('profiles.edit')}</Button>
                      <Button onClick={() => remove.mutate({ profile_id: profile.profile_id })}>
                        {t('profiles.remove')}
                      </Button>
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {tested === null ? null : (
        <TestResult
          name={profiles.find((profile) => profile.profile_id === tested.id)?.name ?? ''}
          result={tested.result}
        />
      )}
      {copied === null ? null : copied.snippet === null ? (
        <ErrorView error={copied.error} />
      ) : (
        <SnippetNotes snippet={copied.snippet} />
      )}
      {test.error === null ? null : <ErrorView error={test.error} />}
      {remove.error === null ? null : <ErrorView error={remove.error} />}
    </>
  );
}

/** Which variable holds the key and whether it is set; the key itself is never here. */
function KeyState({ profile }: { readonly profile: ProfileListed }) {
  const { t } = useTranslation(['settings', 'judges']);
  if (profile.demo || (profile.key_env === null && profile.key_file === undefined))
    return <span className="muted">{t('profiles.noKeyNeeded')}</span>;
  const { key_env, key_file } = profile;
  return (
    <span>
      {key_file === undefined ? (
        <code>{key_env}</code>
      ) : (
        <span title={visibleText(key_file.path)}>
          {t('judges:keyIn', {
            field: visibleText(key_file.field.at(-1) ?? ''),
            file: visibleText(key_file.path.split(/[\\/]/).at(-1) ?? ''),
          })}
        </span>
      )}{' '}
      {profile.key_present ? (
        <span className={styles.present}>✓ {t('profiles.present')}</span>
      ) : (
        <span className={styles.absent}>✗ {t('profiles.absent')}</span>
      )}
    </span>
  );
}

/** What came back from one call. */
function TestResult({ name, result }: { readonly name: string; readonly result: JudgeTest }) {
  const { t } = useTranslation('settings');
  const figures = useFigures();
  return (
    <div className={styles.result} role="status">
      <div className={result.ok ? styles.present : styles.absent}>
        {result.ok ? '✓ ' : '✗ '}
        {result.ok
          ? t('test.ok', {
              name,
              model: result.model ?? figures.none,
              latency: figures.latency(result.latency_ms),
            })
          : t('test.failed', { name })}
      </div>
      {result.failure === null ? null : <ErrorView error={result.failure} />}
      {result.reply === null ? null : (
        <>
          <div className="muted small">{t('test.reply')}</div>
          <LogText text={result.reply} mono limit={1200} />
        </>
      )}
    </div>
  );
}

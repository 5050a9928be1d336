import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../app/api.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { type ProfileDraft, presets } from './profile-draft.ts';
import styles from './settings.module.css';

const formats = ['json_schema', 'json_object', 'none'] as const;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What keeps a draft from being saved, by field, as keys of the translations. */
export function faultsOf(draft: ProfileDraft): Readonly<Partial<Record<keyof ProfileDraft, string>>> {
  return {
    ...(draft.name.trim() === '' ? { name: 'fault.required' } : {}),
    ...(/^https?:\/\/\S+$/.test(draft.base_url) ? {} : { base_url: 'fault.url' }),
    ...(draft.model.trim() === '' ? { model: 'fault.required' } : {}),
    ...(draft.key_env === null || variableName.test(draft.key_env) ? {} : { key_env: 'fault.variable' }),
  };
}

/** A profile being written. There is no field for a key: it stays in the environment. */
export function ProfileForm({
  draft,
  onClose,
}: {
  readonly draft: ProfileDraft;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const [value, setValue] = useState(draft);
  const [tried, setTried] = useState(false);
  const save = useApiMutation('profiles.save', { invalidates: ['profiles'], onSuccess: onClose });
  const faults = faultsOf(value);
  const set = (part: Partial<ProfileDraft>): void => setValue((last) => ({ ...last, ...part }));
  const fault = (field: keyof ProfileDraft): string | undefined => {
    const key = faults[field];
    return tried && key !== undefined ? t(key) : undefined;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length === 0) save.mutate(value);
  };
  const number = (
    field: 'max_tokens' | 'concurrency' | 'timeout_ms',
    limits: { readonly min: number; readonly max: number; readonly step?: number },
  ) => (
    <NumberInput
      label={t(`profiles.${field}`)}
      value={value[field]}
      allowDecimal={false}
      clampBehavior="blur"
      {...limits}
      onChange={(next) => {
        if (typeof next === 'number') set({ [field]: next });
      }}
    />
  );
  const optional = (
    field:
      | 'requests_per_minute'
      | 'tokens_per_minute'
      | 'price_prompt_per_million'
      | 'price_completion_per_million',
    least: number,
  ) => (
    <NumberInput
      label={t(`profiles.${field}`)}
      placeholder={t(field.startsWith('price') ? 'profiles.noPrice' : 'profiles.unset')}
      value={value[field] ?? ''}
      min={least}
      onChange={(next) => set({ [field]: typeof next === 'number' ? next : null })}
    />
  );

  return (
    <form className={`panel ${styles.section}`} onSubmit={submit} noValidate>
      <div className={styles.sectionHead}>
        <h2>{draft.profile_id === null ? t('profiles.new') : t('profiles.editing', { name: draft.name })}</h2>
        <span className="muted">{t('profiles.presets')}</span>
        {presets.map((preset) => (
          <Button key={preset.name} onClick={() => set(preset)}>
            {preset.name}
          </Button>
        ))}
      </div>
      <div className={styles.grid}>
        <TextInput
          label={t('profiles.name')}
          data-autofocus
          value={value.name}
          maxLength={100}
          error={fault('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('profiles.baseUrl')}
          placeholder="https://gateway.example/v1"
          value={value.base_url}
          spellCheck={false}
          error={fault('base_url')}
          onChange={(event) => set({ base_url: event.currentTarget.value.trim() })}
        />
        <TextInput
          label={t('profiles.model')}
          value={value.model}
          spellCheck={false}
          error={fault('model')}
          onChange={(event) => set({ model: event.currentTarget.value })}
        />
        <TextInput
          label={t('profiles.keyEnv')}
          description={t('profiles.keyEnvHelp')}
          placeholder="OPENAI_API_KEY"
          value={value.key_env ?? ''}
          spellCheck={false}
          autoComplete="off"
          error={fault('key_env')}
          onChange={(event) => {
            const next = event.currentTarget.value.trim();
            set({ key_env: next === '' ? null : next });
          }}
        />
        <Select
          label={t('profiles.format')}
          description={t('profiles.formatHelp')}
          allowDeselect={false}
          value={value.response_format}
          data={formats.map((one) => ({ value: one, label: t(`profiles.formats.${one}`) }))}
          onChange={(next) => set({ response_format: formats.find((one) => one === next) ?? 'json_schema' })}
        />
        <div>
          <NumberInput
            label={t('profiles.temperature')}
            description={t('profiles.temperatureHelp')}
            value={value.temperature ?? ''}
            disabled={value.temperature === null}
            min={0}
            max={2}
            step={0.1}
            onChange={(next) => {
              if (typeof next === 'number') set({ temperature: next });
            }}
          />
          <Checkbox
            mt={6}
            label={t('profiles.noTemperature')}
            checked={value.temperature === null}
            onChange={(event) => set({ temperature: event.currentTarget.checked ? null : 0 })}
          />
        </div>
        <Checkbox
          label={t('profiles.images')}
          description={t('profiles.imagesHelp')}
          checked={value.images ?? false}
          onChange={(event) => set({ images: event.currentTarget.checked })}
        />
        {number('max_tokens', { min: 1, max: 200_000 })}
        {number('timeout_ms', { min: 100, max: 3_600_000, step: 1000 })}
        {number('concurrency', { min: 1, max: 256 })}
        {optional('requests_per_minute', 1)}
        {optional('tokens_per_minute', 1)}
        {optional('price_prompt_per_million', 0)}
        {optional('price_completion_per_million', 0)}
      </div>
      {save.error === null ? null : <ErrorView error={save.error} />}
      <div className={styles.formFoot}>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('common:save')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </form>
  );
}

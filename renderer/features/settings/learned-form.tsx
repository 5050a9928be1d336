import { useTranslation } from 'react-i18next';
import type { GatewayDialect, Profile } from '../../../electron/api/types.ts';
import { useApiMutation } from '../../app/api.ts';
import styles from './settings.module.css';

/** How a gateway was found to want to be spoken to, where that is not what its profile says. */
export function LearnedForm({
  profile,
  dialect,
}: {
  readonly profile: Profile;
  readonly dialect: GatewayDialect | null;
}) {
  const { t } = useTranslation(['judges', 'settings']);
  const forget = useApiMutation('judgeCalls.forget', { invalidates: ['judgeCalls'] });
  if (dialect === null) return null;
  const found = [
    dialect.response_format === profile.response_format
      ? null
      : t('learned.format', { format: t(`settings:profiles.formats.${dialect.response_format}`) }),
    dialect.token_limit === 'max_tokens' ? null : t('learned.limit'),
    dialect.address === 'versioned' ? t('learned.versioned') : null,
  ].filter((part) => part !== null);
  if (found.length === 0) return null;
  return (
    <div className={styles.learned} title={t('learned.help')}>
      <span>{found.join(' · ')}</span>
      <button
        type="button"
        className={styles.plainButton}
        disabled={forget.isPending}
        onClick={() => forget.mutate({ profile_id: profile.profile_id })}
      >
        {t('learned.forget')}
      </button>
    </div>
  );
}

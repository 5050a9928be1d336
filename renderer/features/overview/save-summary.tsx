import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '../../app/api.ts';
import { useShowFailure } from '../../app/failure-message.ts';
import { useFilter } from '../../app/location.ts';
import { saveFile } from '../../ui/save-file.ts';

/** The table as a CSV file of the engine's making: every group, every figure with all its digits. */
export function SaveSummary({ by }: { readonly by: readonly string[] }) {
  const { t } = useTranslation('overview');
  const { filter } = useFilter();
  const [busy, setBusy] = useState(false);
  const showFailure = useShowFailure();
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const text = await query('overview.csv', { filter, by: by.length === 0 ? ['none'] : [...by] });
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), 'reward_signal_summary.csv');
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="plain-button"
      disabled={busy}
      title={t('groups.csvTitle')}
      onClick={() => void save()}
    >
      {t('groups.csv')}
    </button>
  );
}

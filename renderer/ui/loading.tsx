import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Said only when the wait is long enough to be noticed. */
export function Loading() {
  const { t } = useTranslation('common');
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 250);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="screen muted" aria-busy="true" role="status">
      {late ? t('loading') : null}
    </div>
  );
}

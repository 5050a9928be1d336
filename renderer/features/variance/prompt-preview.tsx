import { useTranslation } from 'react-i18next';
import type { PromptPreview, Reproduced } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { LogText } from '../../ui/log-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { SamePromptBadge } from './same-prompt-badge.tsx';
import styles from './variance.module.css';

export interface PromptPreviewProps {
  readonly preview: PromptPreview;
  /** The figures belong to the settings before the last change. */
  readonly stale: boolean;
  readonly repeats: number;
}

/** What would be sent: how much of it, whether it is the training's prompt, what is left out, and the prompt itself. */
export function PromptPreviewView({ preview, stale, repeats }: PromptPreviewProps) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const skipped = preview.skipped.filter((each) => each.count > 0);
  return (
    <div className={styles.preview} style={{ opacity: stale ? 0.55 : 1 }} aria-busy={stale}>
      <dl className={styles.facts}>
        <dt>{t('preview.samples')}</dt>
        <dd>
          {figures.number(preview.samples)} × {figures.number(repeats)} ={' '}
          {preview.reused === 0 ? null : `${t('preview.fromRecord', { count: preview.reused })} + `}
          <strong>{t('preview.calls', { calls: figures.number(preview.calls) })}</strong>
        </dd>
        {preview.samples === 0 ? null : (
          <>
            <dt>{t('preview.tokens')}</dt>
            <dd>{t('preview.about', { value: figures.compact(preview.tokens_estimate) })}</dd>
            <dt>{t('preview.cost')}</dt>
            <dd>
              {preview.cost_estimate === null
                ? t('preview.noPrice')
                : t('preview.about', { value: figures.money(preview.cost_estimate) })}
            </dd>
            <dt>{t('preview.samePrompt')}</dt>
            <dd>
              <SamePromptBadge same={preview.same_prompt} />{' '}
              <span className="muted">{t(`preview.origin.${preview.origin}`)}</span>
              <ReproducedCounts reproduced={preview.reproduced} />
              {preview.same_prompt === 'yes' ? null : (
                <div className={styles.skipped}>{t(`samePrompt.what.${preview.same_prompt}`)}</div>
              )}
            </dd>
          </>
        )}
        {preview.remarks.length === 0 ? null : (
          <>
            <dt>{t('preview.remarks')}</dt>
            <dd>
              {preview.remarks.map(({ code, samples }) => (
                <div key={code}>
                  {t(`remarks.${code}`, { count: samples, defaultValue: code.replaceAll('_', ' ') })}
                </div>
              ))}
            </dd>
          </>
        )}
        {preview.pictures === 0 ? null : (
          <>
            <dt>{t('preview.pictures')}</dt>
            <dd>{figures.number(preview.pictures)}</dd>
          </>
        )}
        {skipped.length === 0 ? null : (
          <>
            <dt>{t('preview.skipped')}</dt>
            <dd className={styles.skipped}>
              {skipped.map((each) => (
                <div key={each.reason}>
                  {figures.number(each.count)} ·{' '}
                  {t(`skipped.${each.reason}`, { defaultValue: each.reason.replaceAll('_', ' ') })}
                  {each.why == null ? null : <span className="muted"> · {visibleText(each.why)}</span>}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      {preview.samples === 0 ? <p className={styles.skipped}>{t('preview.nothing')}</p> : null}
      {preview.messages.length === 0 ? null : (
        <>
          <div className="muted small">
            {t('preview.first')} <span className={styles.code}>{preview.prompt_hash.slice(0, 12)}</span>
          </div>
          <div className={styles.prompt} data-testid="prompt-preview">
            {preview.messages.map((message, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name than their place
              <div key={at}>
                <div className={styles.role}>{visibleText(message.role)}</div>
                <LogText text={message.content} mono limit={4000} />
              </div>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** Of the samples looked at: nothing where all are of one kind, which the badge says. */
function ReproducedCounts({ reproduced }: { readonly reproduced: Reproduced }) {
  const { t } = useTranslation('variance');
  const figures = useFigures();
  const kinds = (['yes', 'no', 'unknown'] as const).filter((kind) => reproduced[kind] > 0);
  if (kinds.length < 2) return null;
  return (
    <div className="muted">
      {kinds.map((kind) => `${figures.number(reproduced[kind])} ${t(`samePrompt.${kind}`)}`).join(' · ')}
    </div>
  );
}

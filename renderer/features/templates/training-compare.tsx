import { Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FirstDifference, MessageView, TemplateRendering } from '../../../electron/api/types.ts';
import { useFigures } from '../../ui/figures.ts';
import { Loading } from '../../ui/loading.tsx';
import { LogText } from '../../ui/log-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import type { Scheme } from '../rubrics/monaco/setup.ts';
import { SamePromptBadge } from '../variance/same-prompt-badge.tsx';
import { RecordedRequest } from './recorded-request.tsx';
import styles from './templates.module.css';

const CodeDiff = lazy(async () => ({ default: (await import('../rubrics/monaco/code-diff.tsx')).CodeDiff }));

export interface TrainingCompareProps {
  readonly rendering: TemplateRendering;
  /** The text has changed since, or has an error. */
  readonly stale: boolean;
  readonly recorded: string;
  readonly scheme: Scheme;
  readonly onRecorded: (text: string) => void;
}

/** One sample's prompt beside the training's: the verdict, the first byte that differs, and both texts. */
export function TrainingCompare({ rendering, stale, recorded, scheme, onRecorded }: TrainingCompareProps) {
  const { t } = useTranslation(['templates', 'variance']);
  const [view, setView] = useState<'diff' | 'prompt'>('diff');
  const [asking, setAsking] = useState(false);
  const { training, skip, difference } = rendering;
  const comparable = training.messages !== null && skip === null;
  return (
    <div className={styles.compare} style={{ opacity: stale ? 0.55 : 1 }} aria-busy={stale}>
      <div className={styles.verdict} data-testid="same-prompt">
        {skip === null ? <SamePromptBadge same={rendering.same_prompt} /> : null}
        <span className="muted">
          {t(`from.${training.from ?? (training.prompt_hash === null ? 'none' : 'hash')}`)}
        </span>
        {rendering.prompt_hash === null ? null : (
          <span className={styles.code} title={t('hash')}>
            {rendering.prompt_hash}
          </span>
        )}
        <span className={styles.grow} />
        <Button onClick={() => setAsking(true)}>{t('recorded.open')}</Button>
        <SegmentedControl
          size="xs"
          aria-label={t('view.label')}
          value={comparable ? view : 'prompt'}
          disabled={!comparable}
          onChange={(next) => setView(next === 'prompt' ? 'prompt' : 'diff')}
          data={[
            { value: 'diff', label: t('view.diff') },
            { value: 'prompt', label: t('view.prompt') },
          ]}
        />
      </div>
      {skip === null ? null : (
        <p className={styles.warn}>
          {t(`variance:skipped.${skip.reason}`, { defaultValue: skip.reason.replaceAll('_', ' ') })}
          {skip.why === null ? '' : `: ${visibleText(skip.why)}`}
        </p>
      )}
      {rendering.remarks.length === 0 ? null : (
        <p className="muted small">
          {rendering.remarks
            .map(({ code, count }) =>
              t(`variance:remarks.${code}`, { count, defaultValue: code.replaceAll('_', ' ') }),
            )
            .join(' · ')}
        </p>
      )}
      {!comparable ? null : difference === null ? (
        <p className={styles.same}>✓ {t('identical')}</p>
      ) : (
        <Difference difference={difference} />
      )}
      {comparable && view === 'diff' ? (
        <div className={styles.editorHost}>
          <div className={styles.sides}>
            <span>{t('side.training')}</span>
            <span>{t('side.template')}</span>
          </div>
          <Suspense fallback={<Loading />}>
            <CodeDiff
              before={asText(training.messages ?? [])}
              after={asText(rendering.messages)}
              scheme={scheme}
              label={t('view.diff')}
              reveal={null}
              language="plaintext"
            />
          </Suspense>
        </div>
      ) : (
        <div className={styles.prompt} data-testid="template-prompt">
          {rendering.messages.map((message, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name than their place
            <div key={at}>
              <div className={styles.role}>{visibleText(message.role)}</div>
              <LogText text={message.content} mono limit={20_000} />
            </div>
          ))}
        </div>
      )}
      {asking ? (
        <RecordedRequest
          text={recorded}
          onClose={() => setAsking(false)}
          onUse={(text) => {
            onRecorded(text);
            setAsking(false);
          }}
        />
      ) : null}
    </div>
  );
}

/** The place of the first byte that differs, and what stands there in each: white space is made visible. */
function Difference({ difference }: { readonly difference: FirstDifference }) {
  const { t } = useTranslation('templates');
  const figures = useFigures();
  const { place } = difference;
  return (
    <div className={styles.difference} data-testid="first-difference">
      <strong>
        {t('firstByte', { byte: figures.number(difference.byte) })}
        {place === null
          ? ''
          : ` · ${t('place', { role: place.role, line: figures.number(place.line), column: figures.number(place.column) })}`}
      </strong>
      <Excerpt name={t('side.training')} same={difference.same} rest={difference.training} />
      <Excerpt name={t('side.template')} same={difference.same} rest={difference.template} />
    </div>
  );
}

function Excerpt({
  name,
  same,
  rest,
}: {
  readonly name: string;
  readonly same: string;
  readonly rest: string;
}) {
  return (
    <div className={styles.excerpt}>
      <span className="muted">{name}</span>
      <code>
        {same.length > 30 ? '…' : ''}
        {marked(same.slice(-30))}
        <mark>{rest === '' ? '∅' : marked(rest.slice(0, 40))}</mark>
      </code>
    </div>
  );
}

/** Blanks and line breaks are what prompts most often differ by. */
function marked(text: string): string {
  return visibleText(
    text.replaceAll(' ', '·').replaceAll('\t', '→').replaceAll('\r', '␍').replaceAll('\n', '⏎'),
  );
}

function asText(messages: readonly MessageView[]): string {
  return messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
}

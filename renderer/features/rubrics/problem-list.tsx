import { useTranslation } from 'react-i18next';
import { useEngineSentence } from '../../app/engine-sentence.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import type { Place } from './monaco/code-editor.tsx';
import styles from './rubrics.module.css';
import type { CheckState } from './use-rubric-check.ts';

export interface ProblemListProps {
  readonly checked: CheckState;
  readonly onJump: (place: Place) => void;
}

/** What the check found, the worst first; a click goes to the place. */
export function ProblemList({ checked, onJump }: ProblemListProps) {
  const { t } = useTranslation('rubrics');
  const say = useEngineSentence();
  const { check, pending, failure } = checked;
  if (failure !== null) return <ErrorView error={failure} />;
  if (check === null) return <p className={styles.problemsNone}>{t('problems.checking')}</p>;
  const problems = check.problems.toSorted(
    (a, b) => rank(a.severity) - rank(b.severity) || a.line - b.line || a.column - b.column,
  );
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  return (
    <section
      className={styles.problems}
      aria-label={t('problems.title')}
      aria-busy={pending}
      aria-live="polite"
    >
      <div className={styles.problemsHead}>
        {problems.length === 0 ? (
          <span className={styles.problemsFine}>✓ {t('problems.none')}</span>
        ) : (
          [
            errors === 0 ? null : t('problems.errors', { count: errors }),
            warnings === 0 ? null : t('problems.warnings', { count: warnings }),
          ]
            .filter((part) => part !== null)
            .join(' · ')
        )}
        {pending ? <span className="muted"> · {t('problems.checking')}</span> : null}
      </div>
      {problems.length === 0 ? null : (
        <ul className={styles.problemRows}>
          {problems.map((problem) => (
            <li key={`${problem.rule} ${problem.line} ${problem.column} ${problem.message}`}>
              <button
                type="button"
                className={styles.problem}
                onClick={() => onJump({ line: problem.line, column: problem.column })}
              >
                <span className={styles.severity} data-severity={problem.severity}>
                  {problem.severity === 'error' ? '✗' : '▲'} {t(`problems.${problem.severity}`)}
                </span>
                <span className={styles.problemPlace}>
                  {problem.line}:{problem.column}
                </span>
                <span className={styles.problemText}>{visibleText(say(problem.message))}</span>
                <span className="muted small">{problem.rule}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function rank(severity: 'error' | 'warning'): number {
  return severity === 'error' ? 0 : 1;
}

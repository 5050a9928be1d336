import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Diagnosis, OverviewView, SummaryGroup } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { type Figures, useFigures } from '../../ui/figures.ts';
import { Headline, type HeadlineProps } from '../../ui/headline.tsx';
import { checkHref, checkPhrase } from './check-phrase.ts';
import { familyOf } from './family-pairs.ts';
import { groupClauses, groupName } from './group-name.ts';
import { needsThreshold } from './needs-threshold.ts';
import { ReasonsDialog } from './reasons-dialog.tsx';

const tones: Readonly<Record<Diagnosis['verdict'], HeadlineProps['tone']>> = {
  broken: 'fail',
  noisy: 'warn',
  strict: 'warn',
  lenient: 'warn',
  mis_ordering: 'warn',
  sound: 'pass',
  undetermined: 'muted',
};

/** The conclusion in words; where errors are found it says whether noise explains them. */
function titleOf(t: TFunction<'overview'>, diagnosis: Diagnosis, group: string): string {
  if (diagnosis.verdict === 'strict' || diagnosis.verdict === 'lenient') {
    const noise = diagnosis.checks.find((check) => check.code === 'noise_share')?.status ?? 'missing';
    return t(`headline.${diagnosis.verdict}_${noise}`, { group });
  }
  return t(`headline.${diagnosis.verdict}`, { group });
}

/** The one sentence on the judge, the figures it rests on, and what to do next. */
export function JudgeHeadline({ view }: { readonly view: OverviewView }) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const [opened, dialog] = useDisclosure(false);
  const group = view.headline === null ? undefined : view.summary.groups[view.headline];
  const diagnosis = view.headline === null ? undefined : view.diagnoses[view.headline];
  if (group === undefined || diagnosis === undefined)
    return (
      <Headline
        title={
          view.diagnoses.length === 0 && view.summary.judged > 0
            ? t('headline.chosen')
            : t('headline.nothing')
        }
        tone="muted"
      />
    );

  // Where the pipeline is broken, noise is not the question.
  const noise =
    diagnosis.verdict === 'broken'
      ? undefined
      : diagnosis.checks.find((check) => check.code === 'noise_share' && check.status !== 'missing');
  const name = groupName(group.key, { unnamed: t('unnamed'), whole: t('whole') });
  const waits = needsThreshold(diagnosis);
  const allWait = view.diagnoses.every(needsThreshold);
  const shown = waits
    ? []
    : [
        ...diagnosis.reasons.filter((check) => check.status !== 'missing').slice(0, 2),
        ...(noise === undefined || diagnosis.reasons.some((reason) => reason.code === noise.code)
          ? []
          : [noise]),
      ];
  const and = groupClauses(group.key);
  const phrases: Phrase[] = shown.map((check) => ({
    text: checkPhrase(t, figures, check),
    href: checkHref(check, and),
  }));
  if (waits) {
    const { unjudged, rows } = allWait ? view.summary : group;
    phrases.push({
      text: t('waiting', { n: figures.number(unjudged.missing), rows: figures.number(rows) }),
      href: hrefTo('verdicts', { and: [...(allWait ? [] : and), 'unjudged = missing'] }),
    });
  }
  if (diagnosis.needed !== null)
    phrases.push({ text: t('needed', { n: figures.number(diagnosis.needed) }), href: null });
  if (diagnosis.notFitForPairwise) phrases.push({ text: t('notFitForPairwise'), href: hrefTo('pairs') });
  if (view.diagnoses.length > 1 && !allWait)
    phrases.push({ text: t('ofGroups', { list: tallyOf(t, figures, view.diagnoses) }), href: null });
  const advice = diagnosis.advice.slice(0, 2).map((code) => t(`advice.${code}`));

  return (
    <>
      <Headline
        title={
          allWait
            ? t('headline.all_need_threshold')
            : waits
              ? t('headline.needs_threshold', { group: name })
              : titleOf(t, diagnosis, name)
        }
        tone={waits ? 'warn' : tones[diagnosis.verdict]}
        actions={
          <>
            <Button onClick={dialog.open}>{t('howDecided')}</Button>
            {waits ? null : <NextAction diagnosis={diagnosis} group={group} />}
          </>
        }
      >
        {phrases.map(({ text, href }, index) => (
          <Fragment key={text}>
            {index === 0 ? null : ' · '}
            {href === null ? text : <Link href={href}>{text}</Link>}
          </Fragment>
        ))}
        {advice.length === 0
          ? null
          : `${phrases.length === 0 ? '' : ' · '}${t('adviceLine', { advice: advice.join(t('adviceJoin')) })}`}
      </Headline>
      <ReasonsDialog
        opened={opened}
        onClose={dialog.close}
        diagnosis={diagnosis}
        name={name}
        clauses={and}
        family={familyOf(group.key, view.same_family)}
      />
    </>
  );
}

/** A part of the sentence, and the rows its figure stands for where there are such. */
interface Phrase {
  readonly text: string;
  readonly href: string | null;
}

/** How the groups came out, the headline's included: “3 strict, 5 undetermined”. */
function tallyOf(t: TFunction<'overview'>, figures: Figures, diagnoses: readonly Diagnosis[]): string {
  const counts = new Map<string, number>();
  for (const diagnosis of diagnoses) {
    const name = needsThreshold(diagnosis) ? 'needs_threshold' : diagnosis.verdict;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, count]) => `${figures.number(count)} ${t(`verdict.${name}`)}`)
    .join(t('adviceJoin'));
}

/** Where the work begins: the errors that can be looked at, the failed calls, or the suspects. */
function NextAction({ diagnosis, group }: { readonly diagnosis: Diagnosis; readonly group: SummaryGroup }) {
  const { t } = useTranslation('overview');
  const figures = useFigures();
  const and = groupClauses(group.key);
  const button = (text: string, href: string) => (
    <Button component={Link} href={href} variant="filled">
      {text}
    </Button>
  );
  if (diagnosis.verdict === 'broken')
    return button(
      t('next.unjudged', { n: figures.number(group.unjudged.total) }),
      hrefTo('verdicts', { and: [...and, 'unjudged'] }),
    );
  if (diagnosis.verdict === 'lenient' && (group.truth?.fp ?? 0) > 0)
    return button(
      t('next.falsePositives', { n: figures.number(group.truth?.fp) }),
      hrefTo('triage', { and, mode: 'false_positives' }),
    );
  if ((group.truth?.fn ?? 0) > 0)
    return button(
      t('next.falseNegatives', { n: figures.number(group.truth?.fn) }),
      hrefTo('triage', { and, mode: 'false_negatives' }),
    );
  return button(t('next.suspects'), hrefTo('triage', { and, mode: 'suspects' }));
}

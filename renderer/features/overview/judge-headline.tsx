import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Diagnosis, OverviewView, SummaryGroup } from '../../../electron/api/types.ts';
import { hrefTo } from '../../app/location.ts';
import { useFigures } from '../../ui/figures.ts';
import { Headline, type HeadlineProps } from '../../ui/headline.tsx';
import { checkPhrase } from './check-phrase.ts';
import { groupClauses, groupName } from './group-name.ts';
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
    return <Headline title={t('headline.nothing')} tone="muted" />;

  // Where the pipeline is broken, noise is not the question.
  const noise =
    diagnosis.verdict === 'broken'
      ? undefined
      : diagnosis.checks.find((check) => check.code === 'noise_share' && check.status !== 'missing');
  const shown = [
    ...diagnosis.reasons.filter((check) => check.status !== 'missing').slice(0, 2),
    ...(noise === undefined || diagnosis.reasons.some((reason) => reason.code === noise.code) ? [] : [noise]),
  ];
  const phrases = shown.map((check) => checkPhrase(t, figures, check));
  if (diagnosis.needed !== null) phrases.push(t('needed', { n: figures.number(diagnosis.needed) }));
  if (diagnosis.notFitForPairwise) phrases.push(t('notFitForPairwise'));
  if (view.same_family.length > 0)
    phrases.push(
      t('sameFamily', {
        models: view.same_family.map((one) => `${one.judge_model} / ${one.policy_model}`).join(', '),
      }),
    );
  const advice = diagnosis.advice.slice(0, 2).map((code) => t(`advice.${code}`));

  return (
    <>
      <Headline
        title={titleOf(t, diagnosis, groupName(group.key, t('unnamed')))}
        tone={tones[diagnosis.verdict]}
        actions={
          <>
            <Button onClick={dialog.open}>{t('howDecided')}</Button>
            <NextAction diagnosis={diagnosis} group={group} />
          </>
        }
      >
        {[
          ...phrases,
          ...(advice.length === 0 ? [] : [t('adviceLine', { advice: advice.join(t('adviceJoin')) })]),
        ].join(' · ')}
      </Headline>
      <ReasonsDialog
        opened={opened}
        onClose={dialog.close}
        diagnosis={diagnosis}
        name={groupName(group.key, t('unnamed'))}
      />
    </>
  );
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

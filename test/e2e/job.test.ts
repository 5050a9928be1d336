import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { electronHost, serveHost } from './hosts.ts';
import { attackSpec, writeAttack } from './specs/attack.ts';
import { calibrationSpec } from './specs/calibration.ts';
import { emptySpec } from './specs/empty.ts';
import { followingSpec, writeGrowingLog } from './specs/following.ts';
import { judgesSpec } from './specs/judges.ts';
import { mappingsSpec } from './specs/mappings.ts';
import { overviewSpec } from './specs/overview.ts';
import { overviewWorkSpec } from './specs/overview-work.ts';
import { pairsSpec } from './specs/pairs.ts';
import { preferencesSpec } from './specs/preferences.ts';
import { rejudgingSpec, writePairedSample } from './specs/rejudging.ts';
import { reopeningSpec } from './specs/reopening.ts';
import { rubricsSpec } from './specs/rubrics.ts';
import { sourcesSpec } from './specs/sources.ts';
import { openTraining, templatesSpec } from './specs/templates.ts';
import { triageSpec } from './specs/triage.ts';
import { varianceSpec } from './specs/variance.ts';
import { verdictTableSpec } from './specs/verdict-table.ts';
import { verdictsSpec } from './specs/verdicts.ts';
import { type Spec, Workplace } from './workplace.ts';

/** One describe per host; the same specs on each. Where a host cannot run, its name says why. */
function onEachHost(
  what: string,
  open: (place: Workplace) => Promise<unknown>,
  specs: Readonly<Record<string, Spec>>,
): void {
  for (const host of [serveHost, electronHost])
    describe.skipIf(host.missing !== null)(
      `${what}, ${host.name}${host.missing === null ? '' : ` (skipped: ${host.missing})`}`,
      () => {
        let place: Workplace | null = null;
        const work = (): Workplace => {
          if (place === null) throw new Error('not started');
          return place;
        };
        beforeAll(async () => {
          place = new Workplace(host);
          await open(place);
        });
        afterEach(async ({ task }) => {
          if (task.result?.state === 'fail') await work().app.picture(task.name);
          work().app.watch.expectQuiet();
        });
        afterAll(() => place?.close());
        for (const [name, spec] of Object.entries(specs)) describe(name, () => spec(work));
      },
    );
}

// In order: each part leaves behind what the next one finds.
onEachHost(
  'the whole job on a run with known faults',
  async (place) => place.start(await place.writeSample(2400)),
  {
    overview: overviewSpec,
    'work on the overview': overviewWorkSpec,
    verdicts: verdictsSpec,
    'the verdict table': verdictTableSpec,
    triage: triageSpec,
    variance: varianceSpec,
    rubrics: rubricsSpec,
    pairs: pairsSpec,
    calibration: calibrationSpec,
    sources: sourcesSpec,
    preferences: preferencesSpec,
    reopening: reopeningSpec,
  },
);

onEachHost('a run whose log holds hashes of its prompts', openTraining, { templates: templatesSpec });

onEachHost('files that attack the page', (place) => place.start(writeAttack(place.path('attack'))), {
  attack: attackSpec,
});

onEachHost(
  'a run whose audit has pairs of its own rows',
  async (place) => place.start(await writePairedSample(place)),
  { rejudging: rejudgingSpec },
);

onEachHost('a log that is still being written', (place) => place.start([writeGrowingLog(place)]), {
  following: followingSpec,
});

onEachHost('a first start', (place) => place.start(), { empty: emptySpec });

onEachHost(
  'judges of other tools, and a run asked by batch files',
  async (place) => place.start(await place.writeSample(600)),
  { judges: judgesSpec },
);

onEachHost('files of other names', (place) => place.start([]), { mappings: mappingsSpec });

import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { electronHost, serveHost } from './hosts.ts';
import { calibrationSpec } from './specs/calibration.ts';
import { overviewSpec } from './specs/overview.ts';
import { pairsSpec } from './specs/pairs.ts';
import { preferencesSpec } from './specs/preferences.ts';
import { reopeningSpec } from './specs/reopening.ts';
import { rubricsSpec } from './specs/rubrics.ts';
import { sourcesSpec } from './specs/sources.ts';
import { triageSpec } from './specs/triage.ts';
import { varianceSpec } from './specs/variance.ts';
import { verdictsSpec } from './specs/verdicts.ts';
import { Workplace } from './workplace.ts';

/** The whole job once, in order, on a seeded run with known faults; the same on every host. */
for (const host of [serveHost, electronHost])
  describe.skipIf(host.missing !== null)(
    host.missing === null ? `the job, ${host.name}` : `the job, ${host.name} (skipped: ${host.missing})`,
    () => {
      let place: Workplace | null = null;
      const work = (): Workplace => {
        if (place === null) throw new Error('not started');
        return place;
      };
      beforeAll(async () => {
        place = new Workplace(host);
        const files = await place.writeSample(2400);
        await place.start(files);
      });
      afterEach(async ({ task }) => {
        if (task.result?.state === 'fail') await work().app.picture(task.name);
        work().app.watch.expectQuiet();
      });
      afterAll(() => place?.close());

      describe('overview', () => overviewSpec(work));
      describe('verdicts', () => verdictsSpec(work));
      describe('triage', () => triageSpec(work));
      describe('variance', () => varianceSpec(work));
      describe('rubrics', () => rubricsSpec(work));
      describe('pairs', () => pairsSpec(work));
      describe('calibration', () => calibrationSpec(work));
      describe('sources', () => sourcesSpec(work));
      describe('preferences', () => preferencesSpec(work));
      describe('reopening', () => reopeningSpec(work));
    },
  );

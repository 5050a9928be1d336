import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Screen } from './location.ts';

type LazyScreen = LazyExoticComponent<ComponentType>;

function screen<Name extends string>(
  load: () => Promise<{ readonly [name in Name]: ComponentType }>,
  name: Name,
): LazyScreen {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** Each screen is loaded when it is first opened; charts and the editor come with the screens that need them. */
export const routes: Readonly<Record<Screen, LazyScreen>> = {
  overview: screen(() => import('../features/overview/index.tsx'), 'OverviewScreen'),
  verdicts: screen(() => import('../features/verdicts/index.tsx'), 'VerdictsScreen'),
  triage: screen(() => import('../features/triage/index.tsx'), 'TriageScreen'),
  variance: screen(() => import('../features/variance/index.tsx'), 'VarianceScreen'),
  rubrics: screen(() => import('../features/rubrics/index.tsx'), 'RubricsScreen'),
  calibration: screen(() => import('../features/calibration/index.tsx'), 'CalibrationScreen'),
  pairs: screen(() => import('../features/pairs/index.tsx'), 'PairsScreen'),
  sources: screen(() => import('../features/sources/index.tsx'), 'SourcesScreen'),
  settings: screen(() => import('../features/settings/index.tsx'), 'SettingsScreen'),
};

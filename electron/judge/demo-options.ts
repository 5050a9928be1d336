/** How a demo judge behaves; every dose is a share from 0 to 1. */
export interface DemoOptions {
  /** Each call gives the opposite verdict with this probability; null: rarely, more often where the case is close. */
  readonly noise: number | null;
  /** The rules themselves: what counts as met. */
  readonly rules: 'fair' | 'strict' | 'lenient';
  /** This share of the samples the rules would pass fails, in every call alike. */
  readonly strict: number;
  /** This share of the samples the rules would fail passes, in every call alike. */
  readonly lenient: number;
  /** This share of the calls gets a reply that holds no readable verdict. */
  readonly broken: number;
  readonly seed: number;
  /** Milliseconds an answer takes, give or take a third. */
  readonly latency_ms: number;
}

export const DEMO_DEFAULTS: DemoOptions = {
  noise: null,
  rules: 'fair',
  strict: 0,
  lenient: 0,
  broken: 0,
  seed: 1,
  latency_ms: 20,
};

const BROKEN_SHARE = 0.3;

/**
 * Reads options from a model name: `demo-judge`, `demo-judge:noise=0.2`, `demo-judge:strict`, `demo-judge:lenient=0.1`,
 * `demo-judge:broken`, `demo-judge:noise=0.1:seed=7:latency=50`. Null where the name is none of ours.
 */
export function demoOptions(model: string, defaults: DemoOptions = DEMO_DEFAULTS): DemoOptions | null {
  const [name, ...parts] = model.split(/[:,]/);
  if (name !== 'demo-judge') return null;
  let options = defaults;
  for (const part of parts) {
    const [key = '', text] = part.split('=');
    const change = changeOf(key.trim(), text === undefined || text.trim() === '' ? null : Number(text));
    if (change === null) return null;
    options = { ...options, ...change };
  }
  return options;
}

function changeOf(key: string, value: number | null): Partial<DemoOptions> | null {
  const share = value !== null && value >= 0 && value <= 1 ? value : null;
  switch (key) {
    case 'noise':
      return share === null ? null : { noise: share };
    case 'strict':
      return value === null ? { rules: 'strict' } : share === null ? null : { strict: share };
    case 'lenient':
      return value === null ? { rules: 'lenient' } : share === null ? null : { lenient: share };
    case 'broken':
      return value === null ? { broken: BROKEN_SHARE } : share === null ? null : { broken: share };
    case 'seed':
      return value !== null && Number.isSafeInteger(value) ? { seed: value } : null;
    case 'latency':
      return value !== null && value >= 0 && value <= 60_000 ? { latency_ms: value } : null;
    default:
      return null;
  }
}

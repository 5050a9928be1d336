import { useEffect, useState } from 'react';
import { useApiQuery } from '../../app/api.ts';
import { useSettings } from '../../app/workspace.ts';
import { labelsPerMinute } from './label-pace.ts';
import { sitting } from './sitting.ts';

/** Labels per minute of this sitting, fresh every few seconds so that it ends with a break. */
export function usePace(): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  const last = sitting.times.at(-1) ?? 0;
  return labelsPerMinute(sitting.times, Math.max(now, last));
}

/** The judge a quick re-run goes to: the default profile by name, null for the demo judge. */
export function useDefaultJudge(): string | null {
  const settings = useSettings();
  const profiles = useApiQuery('profiles.list', undefined);
  const chosen = settings.data?.default_profile ?? null;
  const profile = chosen === null ? undefined : profiles.data?.find((each) => each.profile_id === chosen);
  return profile === undefined || profile.demo ? null : `${profile.name} · ${profile.model}`;
}

/** Whether files were read since the queue was: `known` names what is open now, truth and trajectories included. */
export function useOutdated(known: string, loading: boolean): boolean {
  const [then, setThen] = useState(known);
  if (loading && then !== known) setThen(known);
  return then !== known;
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { Settings, WorkspaceInfo } from '../../electron/api/types.ts';
import { useApiQuery } from './api.ts';

/** The open workspace: name, counts, sources, what the host can do. */
export function useWorkspace(): UseQueryResult<WorkspaceInfo, Error> {
  return useApiQuery('workspace.info', undefined, { keep: true });
}

export function useSettings(): UseQueryResult<Settings, Error> {
  return useApiQuery('workspace.settings', undefined, { keep: true });
}

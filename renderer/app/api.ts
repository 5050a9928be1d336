import {
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import {
  createTRPCClient,
  getUntypedClient,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
} from '@trpc/client';
import type { inferProcedureInput, inferProcedureOutput } from '@trpc/server';
import type { AppRouter, Failure, FailureCode } from '../../electron/api/types.ts';

const url = '/api/trpc';

/**
 * The typed client. Calls are not batched: on loopback a call costs nothing, one slow figure does not hold back the
 * others, and a page that is scrolled past can be aborted alone. Queries go as POST: a filter or a list of rows may be
 * longer than an address can be.
 */
export const api = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: (operation) => operation.type === 'subscription',
      true: httpSubscriptionLink({ url }),
      false: httpLink({ url, methodOverride: 'POST' }),
    }),
  ],
});

type Routers = AppRouter['_def']['record'];
type PathsOf<Type extends 'query' | 'mutation'> = {
  [R in keyof Routers & string]: {
    [P in keyof Routers[R] & string]: Routers[R][P] extends { _def: { type: Type } } ? `${R}.${P}` : never;
  }[keyof Routers[R] & string];
}[keyof Routers & string];
type ProcedureAt<Path extends string> = Path extends `${infer R}.${infer P}`
  ? R extends keyof Routers
    ? P extends keyof Routers[R]
      ? Routers[R][P]
      : never
    : never
  : never;

export type QueryPath = PathsOf<'query'>;
export type MutationPath = PathsOf<'mutation'>;
export type ApiInput<Path extends string> = inferProcedureInput<ProcedureAt<Path>>;
export type ApiOutput<Path extends string> = inferProcedureOutput<ProcedureAt<Path>>;

const untyped = getUntypedClient(api);

/** One query outside of a component; rejects with what `failureOf` reads. */
export function query<Path extends QueryPath>(
  path: Path,
  input: ApiInput<Path>,
  signal?: AbortSignal,
): Promise<ApiOutput<Path>> {
  // The path decides both types; the untyped client only loses them on the way.
  return untyped.query(path, input, signal === undefined ? {} : { signal }) as Promise<ApiOutput<Path>>;
}

/** One mutation outside of a component; rejects with what `failureOf` reads. */
export function mutate<Path extends MutationPath>(
  path: Path,
  input: ApiInput<Path>,
): Promise<ApiOutput<Path>> {
  return untyped.mutation(path, input) as Promise<ApiOutput<Path>>; // as above
}

const codes: Readonly<Record<FailureCode, true>> = {
  bad_request: true,
  not_found: true,
  file_missing: true,
  file_unreadable: true,
  wrong_shape: true,
  filter_syntax: true,
  rubric_invalid: true,
  rubric_locked: true,
  workspace_locked: true,
  workspace_newer: true,
  record_failed: true,
  index_failed: true,
  judge_unreachable: true,
  judge_refused: true,
  no_key: true,
  cancelled: true,
  internal: true,
};

function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('message' in value))
    return false;
  return typeof value.code === 'string' && value.code in codes && typeof value.message === 'string';
}

/** What the border's check says, as `field: what is wrong` instead of JSON; any other message as it is. */
function readableIssues(message: string): string {
  if (!message.startsWith('[')) return message;
  try {
    const issues: unknown = JSON.parse(message);
    if (!Array.isArray(issues)) return message;
    return issues
      .map((issue: unknown) => {
        if (typeof issue !== 'object' || issue === null || !('message' in issue)) return String(issue);
        const path = 'path' in issue && Array.isArray(issue.path) ? issue.path.join('.') : '';
        return path === '' ? String(issue.message) : `${path}: ${String(issue.message)}`;
      })
      .join('; ');
  } catch {
    return message;
  }
}

/** Every error as a Failure. An engine that did not answer at all is `internal` with `details.offline`, and retryable. */
export function failureOf(error: unknown): Failure {
  if (isFailure(error)) return error;
  if (error instanceof TRPCClientError) {
    const data: unknown = error.data;
    if (typeof data === 'object' && data !== null && 'failure' in data && isFailure(data.failure))
      return data.failure.code === 'bad_request'
        ? { ...data.failure, message: readableIssues(data.failure.message) }
        : data.failure;
    const response: unknown = error.meta?.response;
    const status = response instanceof Response ? response.status : null;
    return { code: 'internal', message: error.message, details: { offline: true, status }, retryable: true };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal', message, retryable: false };
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && failureOf(error).details?.offline === true,
    },
  },
});

export interface ApiQueryOptions {
  /** False holds the call back. */
  readonly enabled?: boolean;
  /** Keeps the last answer on the screen while the next one is on its way. */
  readonly keep?: boolean;
  readonly refetchInterval?: number | false;
  readonly staleTime?: number;
}

/**
 * A query of the contract by its path: `useApiQuery('overview.view', {filter, by})`. Its key is [router, procedure, input],
 * so `queryClient.invalidateQueries({queryKey: ['triage']})` refreshes a whole router. `error` reads with `failureOf`.
 */
export function useApiQuery<Path extends QueryPath>(
  path: Path,
  input: ApiInput<Path>,
  options: ApiQueryOptions = {},
): UseQueryResult<ApiOutput<Path>, Error> {
  return useQuery<ApiOutput<Path>, Error>({
    queryKey: [...path.split('.'), input],
    queryFn: ({ signal }) => query(path, input, signal),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.keep === true ? { placeholderData: keepLast } : {}),
  });
}

function keepLast<T>(last: T | undefined): T | undefined {
  return last;
}

export interface ApiMutationOptions<Output> {
  /** Routers whose queries are out of date afterwards. */
  readonly invalidates?: readonly (keyof Routers & string)[];
  readonly onSuccess?: (output: Output) => void;
}

/** A mutation of the contract by its path: `useApiMutation('triage.label', {invalidates: ['triage', 'workspace']})`. */
export function useApiMutation<Path extends MutationPath>(
  path: Path,
  options: ApiMutationOptions<ApiOutput<Path>> = {},
): UseMutationResult<ApiOutput<Path>, Error, ApiInput<Path>> {
  return useMutation<ApiOutput<Path>, Error, ApiInput<Path>>({
    mutationFn: (input) => mutate(path, input),
    onSuccess: async (output) => {
      options.onSuccess?.(output);
      await Promise.all(
        (options.invalidates ?? []).map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
      );
    },
  });
}

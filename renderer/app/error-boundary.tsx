import { Component, type ReactNode } from 'react';
import type { Failure } from '../../electron/api/types.ts';
import { ErrorView } from '../ui/error-view.tsx';

interface State {
  readonly error: Error | null;
}

/** Whether a screen's files could not be fetched: the engine is gone, or was replaced by one with other files. */
function isUnloaded(error: Error): boolean {
  return /preload CSS|dynamically imported module|module script failed/i.test(error.message);
}

function unreachable(error: Error): Failure {
  return { code: 'internal', message: error.message, details: { offline: true }, retryable: true };
}

/** A file that failed once is not asked for again by the page: only a new page helps, once there is someone to give it. */
async function reloadWhenThere(): Promise<void> {
  const answers = await fetch('/', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );
  if (answers) window.location.reload();
}

/** A screen that breaks shows its error in its own place; the rest of the app goes on. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    if (isUnloaded(this.state.error))
      return <ErrorView error={unreachable(this.state.error)} onRetry={() => void reloadWhenThere()} />;
    return <ErrorView error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}

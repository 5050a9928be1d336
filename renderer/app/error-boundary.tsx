import { Component, type ReactNode } from 'react';
import { ErrorView } from '../ui/error-view.tsx';

interface State {
  readonly error: Error | null;
}

/** A screen that breaks shows its error in its own place; the rest of the app goes on. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ErrorView error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}

import { Component, type ReactNode } from 'react';
import { type ApiError, asApiError } from '../api/problem';
import { ErrorNotice } from './ErrorNotice';

/** Shows a failure of the code below it in its place. */
export class ErrorBoundary extends Component<
  { children: ReactNode },
  { error: ApiError | undefined }
> {
  override state: { error: ApiError | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: asApiError(error) };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorNotice error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}

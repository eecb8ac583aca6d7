import type { Problem } from './types';

/** A request that did not succeed: what the server said, or why there is no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly issues: NonNullable<Problem['issues']>;

  constructor(problem: Partial<Problem> & { title: string; status: number; code: string }) {
    super(problem.title);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail ?? '';
    this.requestId = problem.requestId ?? '';
    this.issues = problem.issues ?? [];
  }
}

/** There is no answer: the network, the proxy or the server is away. */
export function unreachable(): ApiError {
  return new ApiError({
    title: 'The server cannot be reached',
    detail: 'No answer came back. Check the network, then try again.',
    status: 0,
    code: 'network',
  });
}

/** Reads the problem document of a response; tolerates a proxy that answers with something else. */
export async function problemOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? '';
  const plain = {
    title: `The server answered ${response.status}`,
    status: response.status,
    code: `http_${response.status}`,
    requestId,
  };
  if (!(response.headers.get('content-type') ?? '').includes('json')) return new ApiError(plain);
  try {
    const body = (await response.json()) as Partial<Problem>;
    return new ApiError({
      ...plain,
      ...body,
      status: response.status,
      title: body.title ?? plain.title,
      code: body.code ?? plain.code,
      requestId: body.requestId ?? requestId,
    });
  } catch {
    return new ApiError(plain);
  }
}

/** Any thrown value as an ApiError, for showing it. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({
    title: 'This part of the page failed',
    detail: error instanceof Error ? error.message : String(error),
    status: 0,
    code: 'ui_failure',
  });
}

/** The error as text to paste into a ticket. */
export function errorText(error: ApiError): string {
  const lines = [
    error.message,
    error.detail,
    `code: ${error.code}`,
    error.status > 0 ? `status: ${error.status}` : '',
    error.requestId ? `requestId: ${error.requestId}` : '',
    ...error.issues.map((issue) => `${issue.path}: ${issue.message} (${issue.code})`),
    `page: ${location.pathname}${location.search}`,
    `time: ${new Date().toISOString()}`,
  ];
  return lines.filter(Boolean).join('\n');
}

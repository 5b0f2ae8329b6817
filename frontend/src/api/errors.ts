/** What went wrong with a request, in the service's own words where it has any. */
import { t } from "@lingui/core/macro";

/** The service answered with an error, or did not answer (`status` null). */
export class ApiError extends Error {
  readonly status: number | null;
  /** Stable class name, e.g. "RunNotFound". Decide by this, never by the sentence. */
  readonly kind: string;
  readonly requestId: string | null;
  /** Whether asking again may help; false where the service says that it cannot. */
  readonly isRetryable: boolean;
  /** The answer's whole body, for the few errors that say more than their sentence. */
  readonly body: unknown;

  constructor(detail: string, more: ErrorDetails) {
    super(detail);
    this.name = "ApiError";
    this.status = more.status;
    this.kind = more.kind;
    this.requestId = more.requestId;
    this.isRetryable = more.isRetryable ?? true;
    this.body = more.body;
  }
}

interface ErrorDetails {
  status: number | null;
  kind: string;
  requestId: string | null;
  isRetryable?: boolean;
  body?: unknown;
}

/** Reads the error shape of the service; another body (a proxy's page) becomes a sentence with the status. */
export function errorFromAnswer(status: number, body: unknown, requestId: string | null): ApiError {
  const field = (name: string): string | null => {
    if (typeof body !== "object" || body === null) return null;
    const value: unknown = Reflect.get(body, name);
    return typeof value === "string" && value !== "" ? value : null;
  };
  return new ApiError(field("detail") ?? t`The service answered with status ${status}.`, {
    status,
    kind: field("error") ?? "UnexpectedAnswer",
    requestId: field("request_id") ?? requestId,
    isRetryable: !(
      typeof body === "object" &&
      body !== null &&
      "retryable" in body &&
      body.retryable === false
    ),
    body,
  });
}

/** The request got no answer at all. */
export function errorFromNetwork(cause: unknown): ApiError {
  const error = new ApiError(t`The service does not respond.`, {
    status: null,
    kind: "NoAnswer",
    requestId: null,
  });
  error.cause = cause;
  return error;
}

export function isNotSignedIn(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The address asks for something that cannot be: an unknown filter, column or value. Asking again changes nothing. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 422 && !error.isRetryable;
}

/**
 * What to quote when asking for help. Null for what the service refused on purpose (a wrong password, a name that is
 * taken): nobody has to look for that in a log.
 */
export function referenceOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const isFailure = error.status === null || error.status >= 500 || error.kind === "UnexpectedAnswer";
  return isFailure ? error.requestId : null;
}

/** The service wants the password once more before it does that. */
export function needsRecentLogin(error: unknown): boolean {
  return error instanceof ApiError && error.kind === "RecentLoginNeeded";
}

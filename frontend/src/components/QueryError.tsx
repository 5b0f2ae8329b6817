import { ApiError, isNotSignedIn } from "@/api/errors";
import { ErrorMessage } from "@/ui/ErrorMessage";

interface QueryErrorProps {
  /** What could not be shown. */
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** A failed request in the service's own words. A missing session shows nothing: the sign-in page is on its way. */
export function QueryError({ title, error, onRetry }: QueryErrorProps) {
  if (isNotSignedIn(error)) return null;
  const known = error instanceof ApiError;
  return (
    <ErrorMessage
      title={title}
      detail={known ? error.message : "The page met an answer that it does not understand."}
      requestId={known ? error.requestId : null}
      {...(onRetry === undefined ? {} : { onRetry })}
    />
  );
}

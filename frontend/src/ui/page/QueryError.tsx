import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { ApiError, isNotFound, isNotSignedIn, isRefused, referenceOf } from "@/api/errors";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { ErrorMessage } from "@/ui/ErrorMessage";

interface QueryErrorProps {
  /** What could not be shown. */
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** The way out where the address itself is wrong, so that asking again cannot help. */
  wayOut?: ReactNode;
}

/** A failed request in the service's own words. A missing session shows nothing: the sign-in page is on its way. */
export function QueryError({ title, error, onRetry, wayOut }: QueryErrorProps) {
  if (isNotSignedIn(error)) return null;
  if (wayOut !== undefined && (isRefused(error) || isNotFound(error))) {
    return (
      <div role="alert">
        <EmptyMessage title={t`This view cannot be shown.`} detail={words(error)} action={wayOut} />
      </div>
    );
  }
  return (
    <ErrorMessage
      title={title}
      detail={words(error)}
      requestId={referenceOf(error)}
      {...(onRetry === undefined ? {} : { onRetry })}
    />
  );
}

function words(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  // A page whose own file, script or style, did not arrive.
  const isLost = error instanceof Error && /fetch|import|preload/i.test(error.message);
  return isLost ? t`The service does not respond.` : t`Unexpected server response.`;
}

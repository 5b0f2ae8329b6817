import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { ApiError, isNotFound, isNotSignedIn } from "@/api/errors";
import { paths } from "@/lib/paths";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";

/** Keeps the page's place and offers another try. A missing run is said as such. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  // The sign-in page is on its way.
  if (isNotSignedIn(error)) return null;
  const isMissing = isNotFound(error);
  return (
    <>
      <PageHeader title={isMissing ? t`Not found` : t`Not loaded`} />
      <Card>
        {isMissing ? (
          <EmptyMessage
            title={error instanceof ApiError ? error.message : t`Nothing here.`}
            action={
              <Link to={paths.runs()}>
                <Trans>Go to Runs</Trans>
              </Link>
            }
          />
        ) : (
          <QueryError
            title={t`This page could not be loaded.`}
            error={error}
            onRetry={() => void router.invalidate()}
          />
        )}
      </Card>
    </>
  );
}

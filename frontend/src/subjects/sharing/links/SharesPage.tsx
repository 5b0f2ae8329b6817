import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import styles from "@/subjects/sharing/links/SharesPage.module.css";
import { ShareTable } from "@/subjects/sharing/links/ShareTable";
import { sharesQuery } from "@/subjects/sharing/queries/shares";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** Everything that was shared with people without an account, and the way to end it. */
export function SharesPage() {
  const shares = useInfiniteQuery(sharesQuery());
  const items = shares.data?.pages.flatMap((page) => page.items) ?? [];
  const active = items.filter(({ state }) => state === "active").length;
  return (
    <>
      <PageHeader
        title={t`Shared links`}
        subtitle={
          shares.data === undefined
            ? t`Frozen reports for people without an account`
            : `${plural(active, { one: "# active link", other: "# active links" })}${shares.hasNextPage ? t`, of those listed` : ""}`
        }
      />
      <Card>
        <div className={styles.frame} aria-busy={shares.isPending}>
          {shares.isPending ? (
            <div className={styles.wait}>
              <Skeleton height={180} />
            </div>
          ) : shares.isError ? (
            <QueryError
              title={t`The shared links could not be loaded.`}
              error={shares.error}
              onRetry={() => void shares.refetch()}
            />
          ) : items.length === 0 ? (
            <EmptyMessage
              title={t`No shared links yet.`}
              detail={t`Open a run, a comparison or a chart and press Share. You can preview the report before creating a link.`}
              action={
                <Link to={paths.runs()}>
                  <Trans>Go to the run history</Trans>
                </Link>
              }
            />
          ) : (
            <ShareTable shares={items} />
          )}
          {shares.hasNextPage && (
            <div className={styles.wait}>
              <Button
                variant="default"
                loading={shares.isFetchingNextPage}
                onClick={() => void shares.fetchNextPage()}
              >
                <Trans>Older links</Trans>
              </Button>
            </div>
          )}
        </div>
      </Card>
    </>
  );
}

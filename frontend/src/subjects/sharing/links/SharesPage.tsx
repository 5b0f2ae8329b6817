import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { ShareTable } from "@/subjects/sharing/links/ShareTable";
import { sharesQuery } from "@/subjects/sharing/queries/shares";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { PageHeader } from "@/ui/PageHeader";
import { LoadedList } from "@/ui/page/LoadedList";

/** Everything that was shared with people without an account, and the way to end it. */
export function SharesPage() {
  const shares = useInfiniteQuery(sharesQuery());
  const items = shares.data?.pages.flatMap((page) => page.items) ?? [];
  const waiting = items.reduce((sum, { replies_waiting }) => sum + replies_waiting, 0);
  const active = items.filter(({ state }) => state === "active").length;
  return (
    <>
      <PageHeader
        title={t`Shared links`}
        subtitle={
          shares.data === undefined || items.length === 0
            ? t`Frozen reports for people without an account`
            : [
                plural(active, { one: "# active link", other: "# active links" }),
                ...(waiting === 0
                  ? []
                  : [plural(waiting, { one: "# reply waiting", other: "# replies waiting" })]),
              ].join(" · ") + (shares.hasNextPage ? t`, of those listed` : "")
        }
      />
      <Card>
        <LoadedList
          query={shares}
          error={t`The shared links could not be loaded.`}
          more={t`Older links`}
          empty={
            items.length === 0 ? (
              <EmptyMessage
                title={t`No shared links yet.`}
                detail={t`Open a run, a comparison or a chart and press Share. You can preview the report before creating a link.`}
                action={
                  <Link to={paths.runs()}>
                    <Trans>Go to Runs</Trans>
                  </Link>
                }
              />
            ) : null
          }
        >
          <ShareTable shares={items} />
        </LoadedList>
      </Card>
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Share, ShareView } from "@/api/types";
import { shareViewsQuery } from "@/subjects/sharing/queries/shares";
import { Dialog } from "@/ui/Dialog";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { Table } from "@/ui/Table";

const COLUMNS = [t`When`, t`What`, t`Network`, t`Browser`].map((name) => ({ name }));
const WHAT: Record<ShareView["what"], string> = {
  page: t`opened`,
  json: t`downloaded JSON`,
  csv: "downloaded CSV",
  raw: t`downloaded fio JSON`,
};

/** When a link was opened, and from which network: no address is kept whole. */
export function ViewsDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const views = useQuery(shareViewsQuery(share.id));
  return (
    <Dialog title={t`Who opened this link`} onClose={onClose}>
      <div className="stack gap-12" aria-busy={views.isPending}>
        <p className="block hint">
          <Trans>Network addresses are shortened; visitors without an account are not identified.</Trans>
        </p>
        {views.isPending ? (
          <Skeleton height={120} />
        ) : views.isError ? (
          <QueryError
            title={t`The access log could not be loaded.`}
            error={views.error}
            onRetry={() => void views.refetch()}
          />
        ) : views.data.items.length === 0 ? (
          <EmptyMessage title={t`Not opened yet.`} />
        ) : (
          <Table caption={t`Views, newest first`} columns={COLUMNS} isDense>
            {views.data.items.map((view) => (
              <tr key={`${view.at} ${view.what}`}>
                <td>
                  <Moment iso={view.at} />
                </td>
                <td>{WHAT[view.what]}</td>
                <td>{view.network ?? <Missing reason={t`the network is not known`} />}</td>
                <td>{view.browser ?? <Missing reason={t`not reported by the browser`} />}</td>
              </tr>
            ))}
          </Table>
        )}
      </div>
    </Dialog>
  );
}

import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Feed } from "@/api/types";
import { paths } from "@/lib/paths";
import { sessionQuery } from "@/subjects/accounts/queries/session";
import styles from "@/subjects/notifications/page/NotificationsPage.module.css";
import { feedsQuery, removeFeed } from "@/subjects/notifications/queries/feeds";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** The reader's feeds, everybody's for an admin: of which view, when they were read last, and the way to end them. */
export function FeedList() {
  const feeds = useQuery(feedsQuery());
  const session = useQuery(sessionQuery()).data;
  if (feeds.isPending)
    return (
      <div className="pad-16" aria-busy>
        <Skeleton height={40} />
      </div>
    );
  if (feeds.isError)
    return (
      <QueryError
        title={t`The feeds could not be loaded.`}
        error={feeds.error}
        onRetry={() => void feeds.refetch()}
      />
    );
  if (feeds.data.items.length === 0)
    return (
      <EmptyMessage
        title={t`No feeds yet.`}
        detail={t`Create a feed from a saved view (Runs or Explore → Views).`}
      />
    );
  return (
    <ul aria-label={t`Feeds`}>
      {feeds.data.items.map((feed) => (
        <FeedRow key={feed.id} feed={feed} isOwn={feed.person === session?.name} />
      ))}
    </ul>
  );
}

function FeedRow({ feed, isOwn }: { feed: Feed; isOwn: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(removeFeed());
  return (
    <li className="entry">
      <div className="under">
        <strong>{feed.view}</strong>
        <p>
          <Trans>
            Changes and events{{ runs: feed.has_runs ? t`, and runs,` : "" }} within a view of{" "}
            <Link to={feed.page === "runs" ? paths.runs() : paths.explore()}>
              {ph({ page: feed.page === "runs" ? t`runs` : t`Explore` })}
            </Link>
            {{ author: isOwn ? "" : t`, made by ${{ person: feed.person }}` }}; its address begins with{" "}
            {{ prefix: feed.prefix }}.
          </Trans>
        </p>
        <p>
          <Trans>
            Created <Moment iso={feed.created_at} />,
          </Trans>{" "}
          {feed.last_used_at === null ? (
            t`never read`
          ) : (
            <Trans>
              last read <Moment iso={feed.last_used_at} />
            </Trans>
          )}
          .
        </p>
        {remove.isError && (
          <p role="alert" className="bad">
            {remove.error.message}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        {isAsking ? (
          <>
            <Button size="xs" color="red" loading={remove.isPending} onClick={() => remove.mutate(feed.id)}>
              <Trans>Revoke the feed of {{ view: feed.view }}</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsking(false)}>
              <Trans>Keep</Trans>
            </Button>
          </>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t`Revoke the feed of ${{ view: feed.view }}`}
            onClick={() => setAsking(true)}
          >
            <Trans>Revoke</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Reply, Share } from "@/api/types";
import { downloads } from "@/lib/downloads";
import { decideReply, deleteReply, repliesQuery, replyQuery } from "@/subjects/sharing/queries/replies";
import { leaksOf } from "@/subjects/sharing/queries/shares";
import { Badge, type Tone } from "@/ui/Badge";
import { Dialog } from "@/ui/Dialog";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

const ExternalRun = lazy(async () => ({
  default: (await import("@/subjects/sharing/report/ExternalRun")).ExternalRun,
}));

const STATE: Record<Reply["state"], { word: string; tone: Tone }> = {
  waiting: { word: t`Waiting`, tone: "warn" },
  accepted: { word: t`On the page`, tone: "ok" },
  rejected: { word: t`Rejected`, tone: "plain" },
};

/** What recipients sent: seen here first, and on the page only once it was accepted. */
export function RepliesDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const replies = useQuery(repliesQuery(share.id));
  return (
    <Dialog title={t`Replies to this link`} isWide onClose={onClose}>
      <div className="stack gap-12" aria-busy={replies.isPending}>
        <p className="block hint">
          <Trans>
            A reply is in no list, chart, baseline or export of this service. Recipients learn only that it
            was received.
          </Trans>
        </p>
        {replies.isPending ? (
          <Skeleton height={120} />
        ) : replies.isError ? (
          <QueryError
            title={t`The replies could not be loaded.`}
            error={replies.error}
            onRetry={() => void replies.refetch()}
          />
        ) : replies.data.items.length === 0 ? (
          <EmptyMessage
            title={t`No replies yet.`}
            detail={t`The page behind the link gives each recipient a code and the command to run.`}
          />
        ) : (
          replies.data.items.map((reply) => <OneReply key={reply.id} share={share} reply={reply} />)
        )}
      </div>
    </Dialog>
  );
}

function OneReply({ share, reply }: { share: Share; reply: Reply }) {
  const [isOpen, setOpen] = useState(false);
  // What was sent cannot be had again: its code is used.
  const [isSure, setSure] = useState(false);
  const path = { share_id: share.id, reply_id: reply.id };
  const preview = useQuery({ ...replyQuery(path), enabled: isOpen });
  const decide = useMutation(decideReply());
  const remove = useMutation(deleteReply());
  const { word, tone } = STATE[reply.state];
  const leaks = preview.data?.leaks ?? leaksOf(preview.error ?? decide.error);
  // What would still identify somebody is left out of the comparison with the reply.
  const places = leaks.flatMap((leak) => leak.places);
  const hide = [...new Set(places.flatMap((place) => (place.hide === null ? [] : [place.hide])))];
  const failed = decide.error ?? remove.error;
  return (
    <section
      className="stack gap-8 framed-strong round-card"
      style={{ padding: 14 }}
      aria-label={reply.host_name}
    >
      <div className="flow centred spread gap-8">
        <p>
          <Badge tone={tone}>{word}</Badge>{" "}
          <strong>
            <bdi>{reply.host_name}</bdi>
          </strong>{" "}
          <span className="hint">
            <Trans>
              received <Moment iso={reply.received_at} /> from{" "}
              {ph({ network: reply.network ?? t`an unknown network` })}
            </Trans>
          </span>
        </p>
        <div className="flow gap-8">
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t`Close` : t`See the comparison`}
          </Button>
          <Button
            variant="default"
            size="xs"
            component="a"
            href={downloads.reply(share.id, reply.id)}
            aria-label={t`Download the files of ${{ host: reply.host_name }}`}
            download
          >
            <Trans>Download files</Trans>
          </Button>
          {reply.state !== "accepted" && preview.data !== undefined && (
            <Button
              size="xs"
              loading={decide.isPending}
              onClick={() => decide.mutate({ ...path, state: "accepted", hide })}
            >
              <Trans>Accept: show on the page</Trans>
            </Button>
          )}
          {reply.state !== "rejected" && (
            <Button
              variant="default"
              size="xs"
              onClick={() => decide.mutate({ ...path, state: "rejected", hide: [] })}
            >
              <Trans>Reject</Trans>
            </Button>
          )}
          <Button
            variant={isSure ? "filled" : "default"}
            color="red"
            size="xs"
            loading={remove.isPending}
            onClick={() => (isSure ? remove.mutate(path) : setSure(true))}
          >
            {isSure ? t`Delete for good` : t`Delete`}
          </Button>
        </div>
      </div>
      {failed !== null && <QueryError title={t`The reply was not changed.`} error={failed} />}
      {isOpen && places.length > 0 && (
        <p className="hint">
          <Trans>
            Left out when you accept, because it would identify a machine:{" "}
            {ph({ places: [...new Set(places.map(({ title }) => title))].join(", ") })}.
          </Trans>
        </p>
      )}
      {isOpen &&
        (preview.isError ? (
          <QueryError
            title={t`The comparison could not be created.`}
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        ) : preview.data === undefined ? (
          <Skeleton height={320} />
        ) : (
          <Suspense fallback={<Skeleton height={320} />}>
            <ExternalRun document={preview.data.document} />
          </Suspense>
        ))}
    </section>
  );
}

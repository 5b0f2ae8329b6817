import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { addFeed } from "@/subjects/notifications/queries/feeds";
import { ShownOnce } from "@/ui/ShownOnce";

/** Makes a feed of a saved view, and shows its address this once. */
export function FeedOfView({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const [hasRuns, setHasRuns] = useState(false);
  const feed = useMutation(addFeed());
  const submit = () => feed.mutate({ view_id: id, has_runs: hasRuns });
  return (
    <div className="stack gap-8" style={{ width: 320 }}>
      <h2>
        <Trans>Feed of {name}</Trans>
      </h2>
      {feed.isSuccess ? (
        <ShownOnce
          sentence={t`For a feed reader. Copy it now; it will not be shown again. It opens only this feed. Revoke it in Settings → Notifications.`}
          text={feed.data.address}
          name={t`address of the feed`}
        />
      ) : (
        <>
          <p className="faint">
            <Trans>Changes and events in this view, as an Atom feed. It follows changes to the view.</Trans>
          </p>
          <label>
            <input type="checkbox" checked={hasRuns} onChange={() => setHasRuns(!hasRuns)} />
            <Trans> Include the newest runs</Trans>
          </label>
        </>
      )}
      {feed.isError && <MutationError title={t`No feed was created.`} error={feed.error} onRetry={submit} />}
      <div className="flex at-bottom gap-8 first-grows">
        {!feed.isSuccess && (
          <Button size="xs" loading={feed.isPending} onClick={submit}>
            <Trans>Create feed</Trans>
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onDone}>
          {feed.isSuccess ? t`Done` : t`Back`}
        </Button>
      </div>
    </div>
  );
}

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { addFeed } from "@/api/queries/feeds";
import { MutationError } from "@/components/ConfirmPassword";
import styles from "@/components/SavedViews.module.css";
import { ShownOnce } from "@/ui/ShownOnce";

/** Makes a feed of a saved view, and shows its address this once. */
export function FeedOfView({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const [hasRuns, setHasRuns] = useState(false);
  const feed = useMutation(addFeed());
  const submit = () => feed.mutate({ view_id: id, has_runs: hasRuns });
  return (
    <div className={styles.panel}>
      <h2>Feed of {name}</h2>
      {feed.isSuccess ? (
        <ShownOnce
          sentence="For a feed reader. Copy it now; it will not be shown again. It opens only this feed. Revoke it in Settings → Notifications."
          text={feed.data.address}
          name="address of the feed"
        />
      ) : (
        <>
          <p className={styles.none}>
            Changes and events within this view, for a feed reader (Atom). It follows the view.
          </p>
          <label>
            <input type="checkbox" checked={hasRuns} onChange={() => setHasRuns(!hasRuns)} /> its newest runs,
            too
          </label>
        </>
      )}
      {feed.isError && <MutationError title="No feed was made." error={feed.error} onRetry={submit} />}
      <div className={styles.save}>
        {!feed.isSuccess && (
          <Button size="xs" loading={feed.isPending} onClick={submit}>
            Make a feed
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onDone}>
          {feed.isSuccess ? "Done" : "Back"}
        </Button>
      </div>
    </div>
  );
}

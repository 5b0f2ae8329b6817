import { Button, Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changeShare } from "@/api/queries/shares";
import type { Share } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import { expiryOf, LIFETIMES } from "@/components/share/draft";
import { formatDay } from "@/lib/time";
import styles from "@/pages/shares/SharesPage.module.css";
import { nameOf } from "@/pages/shares/wording";
import { Dialog } from "@/ui/Dialog";

/** A new end, counted from now; a link that has expired works again. */
export function ExtendDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const [days, setDays] = useState("30");
  const change = useMutation(changeShare());
  const save = () =>
    change.mutate({ id: share.id, expires_at: expiryOf(Number(days), new Date()) }, { onSuccess: onClose });
  return (
    <Dialog title="Change the end of a link" onClose={onClose}>
      <div className={styles.dialog}>
        <p>
          The link for <bdi>{nameOf(share)}</bdi> {share.state === "expired" ? "ended" : "ends"} on{" "}
          {formatDay(share.expires_at)}.
        </p>
        <Select
          label="New end, from now"
          data={LIFETIMES}
          value={days}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => setDays(chosen ?? days)}
        />
        {change.isError && <QueryError title="The link was not changed." error={change.error} />}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={change.isPending} onClick={save}>
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Share } from "@/api/types";
import { formatDay } from "@/lib/time";
import { expiryOf, LIFETIMES } from "@/subjects/sharing/controls/draft";
import { nameOf } from "@/subjects/sharing/links/wording";
import { changeShare } from "@/subjects/sharing/queries/shares";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";

/** A new end, counted from now; a link that has expired works again. */
export function ExtendDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const [days, setDays] = useState("30");
  const change = useMutation(changeShare());
  const save = () =>
    change.mutate({ id: share.id, expires_at: expiryOf(Number(days), new Date()) }, { onSuccess: onClose });
  return (
    <Dialog title={t`Change the expiry of a link`} onClose={onClose}>
      <div className="stack gap-12">
        <p>
          <Trans>
            The link for <bdi>{ph({ share: nameOf(share) })}</bdi>{" "}
            {{ ends: share.state === "expired" ? t`ended` : t`ends` }} on{" "}
            {{ expires_at: formatDay(share.expires_at) }}.
          </Trans>
        </p>
        <Select
          label={t`New expiry, from now`}
          data={LIFETIMES}
          value={days}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => setDays(chosen ?? days)}
        />
        {change.isError && <QueryError title={t`The link was not changed.`} error={change.error} />}
        <div className="flex to-end gap-8">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={change.isPending} onClick={save}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

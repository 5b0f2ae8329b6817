import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Share } from "@/api/types";
import { nameOf } from "@/subjects/sharing/links/wording";
import { revokeShare } from "@/subjects/sharing/queries/shares";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";

/** Asks first: nobody can open a revoked link again, not even its maker. */
export function RevokeDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const revoke = useMutation(revokeShare());
  return (
    <Dialog title={t`Revoke this link?`} onClose={onClose}>
      <div className="stack gap-12">
        <p>
          <Trans>
            The link for <bdi>{ph({ share: nameOf(share) })}</bdi> stops working immediately and permanently.
            Downloaded copies are not affected. To stop it temporarily, pause it.
          </Trans>
        </p>
        {revoke.isError && <QueryError title={t`The link was not revoked.`} error={revoke.error} />}
        <div className="flex to-end gap-8">
          <Button variant="default" onClick={onClose}>
            <Trans>Keep</Trans>
          </Button>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate(share.id, { onSuccess: onClose })}
          >
            <Trans>Revoke the link</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

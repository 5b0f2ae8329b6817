import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Share } from "@/api/types";
import { paths } from "@/lib/paths";
import { deleteRun, restoreRun, runKeys } from "@/subjects/runs/queries/runs";
import { EndingLinks } from "@/subjects/sharing/controls/EndingLinks";
import { openSharesOfRunsQuery } from "@/subjects/sharing/queries/shares";

/** Deletes at once, or asks first what becomes of its links; the service keeps a deleted run for 30 days. */
export function DeleteRun({ id, name }: { id: string; name: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const remove = useMutation(deleteRun(id));
  const [openLinks, setOpenLinks] = useState<readonly Share[]>([]);
  const restore = useMutation(restoreRun(id));

  const tell = (title: string, message: ReactNode) =>
    notifications.show({ id, title, message, autoClose: 12_000, withBorder: true });

  const undo = async () => {
    notifications.hide(id);
    try {
      await restore.mutateAsync();
      await navigate({ to: paths.run(id) });
    } catch (error) {
      tell(t`The run was not restored.`, sentence(error));
    }
  };

  const act = async (links: "revoke" | "keep") => {
    try {
      await remove.mutateAsync(links);
    } catch (error) {
      tell(t`The run was not deleted.`, sentence(error));
      return;
    }
    await navigate({ to: paths.runs() });
    // Only now: while its page is shown, a run that is gone from the cache would be asked for again.
    cache.removeQueries({ queryKey: runKeys.detail(id) });
    tell(
      t`Run deleted.`,
      <>
        {name}{" "}
        <Button variant="subtle" size="compact-xs" onClick={() => void undo()}>
          <Trans>Undo</Trans>
        </Button>
      </>,
    );
  };

  /** Links are asked about only where there are any. */
  const start = async () => {
    try {
      const open = await cache.fetchQuery(openSharesOfRunsQuery([id]));
      if (open.length > 0) setOpenLinks(open);
      else await act("revoke");
    } catch (error) {
      tell(t`The run was not deleted.`, sentence(error));
    }
  };

  return (
    <>
      <Button variant="default" loading={remove.isPending} onClick={() => void start()}>
        <Trans>Delete</Trans>
      </Button>
      {openLinks.length > 0 && (
        <EndingLinks
          runs={1}
          links={openLinks}
          isPending={remove.isPending}
          onChoose={(links) => void act(links)}
          onClose={() => setOpenLinks([])}
        />
      )}
    </>
  );
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

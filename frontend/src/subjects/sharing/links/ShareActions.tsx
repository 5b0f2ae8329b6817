import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Share } from "@/api/types";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { ExtendDialog } from "@/subjects/sharing/links/ExtendDialog";
import { RepliesDialog } from "@/subjects/sharing/links/RepliesDialog";
import { RevokeDialog } from "@/subjects/sharing/links/RevokeDialog";
import { ViewsDialog } from "@/subjects/sharing/links/ViewsDialog";
import { nameOf } from "@/subjects/sharing/links/wording";
import { changeShare } from "@/subjects/sharing/queries/shares";

/** What can be done to one link, and who opened it. */
export function ShareActions({ share }: { share: Share }) {
  const [open, setOpen] = useState<"views" | "replies" | "extend" | "revoke" | null>(null);
  const isAllowed = useMay("write");
  const change = useMutation(changeShare());
  const name = nameOf(share);
  const canReply =
    share.kind === "run" &&
    share.state !== "revoked" &&
    (share.takes_replies || (!share.has_passphrase && !share.hidden.includes("job_options")));
  const set = (changed: { is_paused: boolean } | { takes_replies: boolean }) =>
    change.mutate(
      { id: share.id, ...changed },
      {
        onError: (error) =>
          notifications.show({
            title: t`The link was not changed.`,
            message: error.message,
            withBorder: true,
          }),
      },
    );
  const close = () => setOpen(null);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t`Actions for ${name}`} loading={change.isPending}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen("views")}>
            <Trans>Access log…</Trans>
          </Menu.Item>
          {isAllowed && share.kind === "run" && (
            <Menu.Item onClick={() => setOpen("replies")}>
              <Trans>Replies…</Trans>
            </Menu.Item>
          )}
          {isAllowed && canReply && (
            <Menu.Item onClick={() => set({ takes_replies: !share.takes_replies })}>
              {share.takes_replies ? t`Take no more replies` : t`Take replies`}
            </Menu.Item>
          )}
          {isAllowed && share.state === "active" && (
            <Menu.Item onClick={() => set({ is_paused: true })}>
              <Trans>Pause</Trans>
            </Menu.Item>
          )}
          {isAllowed && share.state === "paused" && (
            <Menu.Item onClick={() => set({ is_paused: false })}>
              <Trans>Resume</Trans>
            </Menu.Item>
          )}
          {isAllowed && share.state !== "revoked" && (
            <>
              <Menu.Item onClick={() => setOpen("extend")}>
                <Trans>Change expiry…</Trans>
              </Menu.Item>
              <Menu.Item color="var(--bad)" onClick={() => setOpen("revoke")}>
                <Trans>Revoke…</Trans>
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === "views" && <ViewsDialog share={share} onClose={close} />}
      {open === "replies" && <RepliesDialog share={share} onClose={close} />}
      {open === "extend" && <ExtendDialog share={share} onClose={close} />}
      {open === "revoke" && <RevokeDialog share={share} onClose={close} />}
    </>
  );
}

import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useMay } from "@/subjects/accounts/controls/use-may";
import type { ShareTarget } from "@/subjects/sharing/queries/shares";
import { KeyHint } from "@/ui/KeyHint";
import { useShortcuts } from "@/ui/shortcuts";

const ShareDialog = lazy(async () => ({
  default: (await import("@/subjects/sharing/controls/ShareDialog")).ShareDialog,
}));

/** Makes a link for people without an account. Not offered to those who may only look. */
export function ShareButton({ target }: { target: ShareTarget }) {
  const mayShare = useMay("write");
  const [isOpen, setOpen] = useState(false);
  useShortcuts(mayShare ? { s: () => setOpen(true) } : {});
  if (!mayShare) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={14} aria-hidden="true" />}
        rightSection={<KeyHint name="s" />}
        aria-keyshortcuts="s"
        onClick={() => setOpen(true)}
      >
        <Trans>Share</Trans>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog target={target} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

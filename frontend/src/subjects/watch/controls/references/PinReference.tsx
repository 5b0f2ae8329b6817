import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPin } from "@tabler/icons-react";
import { useState } from "react";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { PinDialog, type PinDialogProps } from "@/subjects/watch/controls/references/PinDialog";

/** The way to make these runs the reference of others; not shown to who may not. */
export function PinReference(props: Omit<PinDialogProps, "onClose">) {
  const mayWrite = useMay("write");
  const [isOpen, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPin size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        <Trans>Set as baseline</Trans>
      </Button>
      {isOpen && <PinDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

import { Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { sessionQuery } from "@/api/queries/session";
import type { ShareTarget } from "@/api/queries/shares";
import { mayShare } from "@/lib/roles";

const ShareDialog = lazy(async () => ({
  default: (await import("@/components/share/ShareDialog")).ShareDialog,
}));

/** Makes a link for people without an account. Not offered to those who may only look. */
export function ShareButton({ target }: { target: ShareTarget }) {
  const role = useQuery(sessionQuery()).data?.role;
  const [isOpen, setOpen] = useState(false);
  if (!mayShare(role)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={14} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog target={target} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ShareCreated } from "@/api/types";
import styles from "@/components/share/ShareDialog.module.css";
import { paths } from "@/lib/paths";
import { formatDay } from "@/lib/time";
import { CommandLine } from "@/ui/CommandLine";

interface MadeLinkProps {
  made: ShareCreated;
  hasPassphrase: boolean;
  onClose: () => void;
}

/** The link, this once: the service keeps only its digest. */
export function MadeLink({ made: { url, expires_at }, hasPassphrase, onClose }: MadeLinkProps) {
  return (
    <div className={styles.made} role="status">
      <h3>The link is made.</h3>
      <CommandLine text={url} name="link" />
      <p>
        Copy it now: it is not shown again. It ends on {formatDay(expires_at)}.
        {hasPassphrase && " Tell the passphrase in another way."}
      </p>
      <p>
        Pause, extend or revoke it, and see when it was opened, under{" "}
        <Link to={paths.shares()}>Shared links</Link>.
      </p>
      <div>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

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
      <h3>Link created.</h3>
      <CommandLine text={url} name="link" />
      <p>
        Copy it now; it will not be shown again. Expires {formatDay(expires_at)}.
        {hasPassphrase && " Send the passphrase separately."}
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

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ShareCreated } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatUtcMinute } from "@/lib/time";
import styles from "@/subjects/sharing/controls/ShareDialog.module.css";
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
      <h3>
        <Trans>Link created.</Trans>
      </h3>
      <CommandLine text={url} name="link" />
      <p>
        <Trans>
          Copy it now; it will not be shown again. Expires {{ expires_at: formatUtcMinute(expires_at) }}.
          {{ passphrase: hasPassphrase ? t` Send the passphrase separately.` : "" }}
        </Trans>
      </p>
      <p>
        <Trans>
          Pause, extend or revoke it, and see when it was opened, under{" "}
          <Link to={paths.shares()}>Shared links</Link>.
        </Trans>
      </p>
      <div>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  );
}

import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import styles from "@/ui/Message.module.css";

interface ErrorMessageProps {
  title: string;
  /** The service's own sentence. */
  detail: string;
  /** What to quote when asking for help. */
  requestId: string | null;
  onRetry?: () => void;
}

export function ErrorMessage({ title, detail, requestId, onRetry }: ErrorMessageProps) {
  return (
    <div className={styles.message} role="alert">
      <p className={styles.title}>{title}</p>
      <p className="muted anywhere" style={{ maxWidth: "62ch" }}>
        {detail}
      </p>
      {requestId !== null && (
        <p className="faint tiny">
          <Trans>
            Request <code>{requestId}</code>
          </Trans>
        </p>
      )}
      {onRetry !== undefined && (
        <div className="flex gap-8 above-4">
          <Button variant="default" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

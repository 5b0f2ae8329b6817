import { Trans } from "@lingui/react/macro";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Card } from "@/ui/Card";

interface NotPartProps {
  /** The name of the section that would stand here. */
  title: string;
  hidden: readonly string[];
  /** Names of what hides it. */
  by: readonly string[];
}

/** Said in the place of what its sender left out: it is not taken for what nobody recorded. */
export function NotPart({ title, hidden, by }: NotPartProps) {
  if (!by.some((name) => hidden.includes(name))) return null;
  return (
    <Card title={title}>
      <p className={styles.hint}>
        <Trans>Not part of this share: the sender left it out.</Trans>
      </p>
    </Card>
  );
}

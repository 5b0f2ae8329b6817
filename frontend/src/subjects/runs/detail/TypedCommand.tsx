import { t } from "@lingui/core/macro";
import { formatArgv } from "@/lib/format";
import styles from "@/subjects/runs/detail/RunPage.module.css";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";

/** The arguments as somebody typed them: one line until it is opened, copied whole. */
export function TypedCommand({ argv }: { argv: readonly string[] | null }) {
  if (argv === null) return null;
  return (
    <Card title={t`Command line`}>
      <div className={styles.argv}>
        <details>
          <summary style={{ padding: "5px 0" }}>
            <code className="anywhere">
              {argv.map((argument, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: arguments repeat and never change places
                <span key={i} className={styles.argument}>
                  {formatArgv([argument])}{" "}
                </span>
              ))}
            </code>
          </summary>
        </details>
        <CopyButton text={formatArgv(argv)} name={t`fio arguments`} />
      </div>
    </Card>
  );
}

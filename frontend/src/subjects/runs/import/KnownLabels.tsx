import { Trans } from "@lingui/react/macro";
import styles from "@/subjects/runs/import/KnownLabels.module.css";

interface KnownLabelsProps {
  /** Factors that a label states, and that an output does not. */
  known: readonly string[];
  /** Whose labels they are, for those who hear the page. */
  of?: string;
  onPick: (key: string) => void;
}

/** Factors by name, each a button that begins its label. */
export function KnownLabels({ known, of, onPick }: KnownLabelsProps) {
  if (known.length === 0) return null;
  return (
    <fieldset className={styles.known}>
      <legend className="muted small" style={{ padding: "0 0 4px" }}>
        <Trans>Add known hardware details</Trans>
        {of !== undefined && (
          <span className="visually-hidden">
            <Trans> of {of}</Trans>
          </span>
        )}
      </legend>
      {known.map((key) => (
        <button key={key} type="button" onClick={() => onPick(key)}>
          {key}
        </button>
      ))}
    </fieldset>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import type { ImportPreview, PastedFact } from "@/api/types";
import styles from "@/subjects/runs/import/FactChips.module.css";
import {
  type AcceptedFacts,
  acceptedNumbers,
  canChoose,
  factName,
  factValue,
  runsInWords,
} from "@/subjects/runs/import/facts";

interface FactChipsProps {
  preview: ImportPreview;
  accepted: AcceptedFacts;
  onAccept: (accepted: AcceptedFacts) => void;
  /** Names the host where none is named yet; null when one is. */
  onHost: ((host: string) => void) | null;
  onShow: (line: number) => void;
}

/** What the text around the results says of the machine: accepted or rejected by a click each, or all at once. */
export function FactChips({ preview, accepted, onAccept, onHost, onShow }: FactChipsProps) {
  const facts = preview.found;
  if (facts.length === 0) return null;
  const on = acceptedNumbers(preview, accepted);
  const every = facts.flatMap((fact, index) => (canChoose(fact) ? [index + 1] : []));
  const toggle = (number: number) => {
    const next = new Set(on);
    if (!next.delete(number)) next.add(number);
    onAccept(next);
  };
  return (
    <section className="ruled" style={{ padding: "10px 16px 12px" }} aria-label={t`Found in the text`}>
      <div className={styles.head}>
        <h3 className="compact">
          <Trans>Found in the text</Trans>
        </h3>
        <p>
          <Trans>
            Accepted facts are saved with the run, marked as stated. Facts from program output are accepted by
            default; facts from sentences are not.
          </Trans>
        </p>
        {every.length > 0 && (
          <>
            <Button variant="subtle" size="compact-sm" onClick={() => onAccept(new Set(every))}>
              <Trans>Accept all</Trans>
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => onAccept(new Set())}>
              <Trans>Reject all</Trans>
            </Button>
          </>
        )}
      </div>
      <ul className="flow gap-6">
        {facts.map((fact, index) => (
          // The list does not change while it is shown: a fact is known by its place.
          <li className="flex fits" key={`${fact.key}/${fact.line}/${fact.value}`}>
            <Chip
              fact={fact}
              runs={preview.runs.length}
              isOn={on.has(index + 1)}
              onToggle={canChoose(fact) ? () => toggle(index + 1) : fact.key === "host" ? onHost : null}
            />
            <button
              type="button"
              className={styles.line}
              aria-label={t`Show line ${{ line: fact.line }}`}
              title={t`Show line ${{ line: fact.line }}`}
              onClick={() => onShow(fact.line)}
            >
              {fact.line}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChipProps {
  fact: PastedFact;
  runs: number;
  isOn: boolean;
  onToggle: ((value: string) => void) | null;
}

function Chip({ fact, runs, isOn, onToggle }: ChipProps) {
  const words = (
    <>
      <span>{factName(fact)}</span> <b>{factValue(fact)}</b>{" "}
      <span className="faint">
        {fact.key === "host" ? "" : runsInWords(fact.applies_to, runs)}
        {fact.confidence === "prose" && t` · from a sentence`}
      </span>
      {fact.is_contradicted && (
        <span className="warn">
          <Trans>contradicted</Trans>
        </span>
      )}
    </>
  );
  if (onToggle === null) return <span className={styles.plain}>{words}</span>;
  const Mark = isOn ? IconCheck : IconPlus;
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={fact.key === "host" ? undefined : isOn}
      title={fact.key === "host" ? t`Use as host name` : isOn ? t`Reject` : t`Accept`}
      onClick={() => onToggle(fact.value)}
    >
      <Mark size={14} aria-hidden />
      {words}
    </button>
  );
}

/** What a row is called, and what tells it apart from the others of this view. */
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { ChangedMark } from "@/subjects/runs/list/ChangedMark";
import styles from "@/subjects/runs/list/RunName.module.css";
import type { RunRow } from "@/subjects/runs/list/rows";
import { type Chip, nameOf, wholeNameOf } from "@/subjects/runs/list/run-name";

export interface Opener {
  isOpen: boolean;
  isBusy: boolean;
  onClick: () => void;
}

interface RunNameProps {
  row: RunRow;
  chips: readonly Chip[];
  /** Lines that the name takes. */
  lines: number;
  /** The query string of the list that the row stands in. */
  list: string;
  /** Unfolds a batch; null: the row is a run. */
  opener: Opener | null;
}

export function RunName({ row, chips, lines, list, opener }: RunNameProps) {
  const { fold, run } = row;
  const name = wholeNameOf(row);
  return (
    <span className={styles.naming}>
      <span className={`${styles.called} ${lines > 1 ? styles.long : ""}`}>
        {opener !== null && fold !== null && <OpenButton name={fold.name} {...opener} />}
        <Link
          to={fold === null ? paths.run(run.id) : paths.batch(fold.id)}
          state={{ list }}
          className={styles.name}
          title={name}
          aria-label={fold === null ? name : t`Batch ${name}`}
        >
          {nameOf(row)}
        </Link>
        <ChangedMark run={run} fold={fold} />
      </span>
      {chips.length > 0 && (
        <span className={styles.chips}>
          {chips.map((chip) => (
            <ChipMark key={chip.key} chip={chip} />
          ))}
        </span>
      )}
    </span>
  );
}

function ChipMark({ chip: { label, value, title, tone, to } }: { chip: Chip }) {
  const look = `${styles.chip} ${tone === "plain" ? "" : styles[tone]}`;
  const words = (
    <>
      {label !== "" && (
        <span className={styles.label}>
          <Trans>{label}&nbsp;</Trans>
        </span>
      )}
      <b>{value}</b>
    </>
  );
  if (to === null) {
    return (
      <span className={look} title={title}>
        {words}
      </span>
    );
  }
  return (
    <Link
      to={to}
      className={look}
      aria-label={title}
      title={title}
      onClick={(event) => event.stopPropagation()}
    >
      {words}
    </Link>
  );
}

function OpenButton({ name, isOpen, isBusy, onClick }: Opener & { name: string }) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className="icon-button rigid"
      style={{ width: 24, height: 24, marginLeft: -4 }}
      aria-expanded={isOpen}
      aria-busy={isBusy}
      aria-label={t`Runs of batch ${name}`}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Chevron size={16} aria-hidden="true" />
    </button>
  );
}

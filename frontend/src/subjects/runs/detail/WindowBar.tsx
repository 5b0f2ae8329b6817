import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatTimeInRun } from "@/lib/units";
import styles from "@/subjects/runs/detail/TimeSeries.module.css";
import type { WindowChoice } from "@/subjects/runs/detail/TimeSeriesSection";
import { parseTimeInRun } from "@/subjects/runs/detail/time-in-run";
import type { TimeRange } from "@/subjects/runs/queries/runs";

interface WindowBarProps {
  choice: WindowChoice;
  /** The whole of the run. */
  extent: TimeRange;
  onChoose: (choice: WindowChoice) => void;
}

/** The window in figures: what dragging does, by keyboard and by touch. */
export function WindowBar({ choice: { range, isZoomed }, extent, onChoose }: WindowBarProps) {
  const shown = range ?? extent;
  const length = shown.to_ms - shown.from_ms;
  const go = (from: number, to: number) => {
    const next = {
      from_ms: Math.max(extent.from_ms, Math.round(from)),
      to_ms: Math.min(extent.to_ms, Math.round(to)),
    };
    if (next.from_ms < next.to_ms) onChoose({ range: next, isZoomed });
  };
  const move = (by: number) => {
    const from = Math.min(extent.to_ms - length, Math.max(extent.from_ms, shown.from_ms + by));
    go(from, from + length);
  };
  return (
    <fieldset className={`${styles.bar} no-print`}>
      <legend className="visually-hidden">
        <Trans>Window of time</Trans>
      </legend>
      <RangeForm key={`${shown.from_ms}-${shown.to_ms}`} shown={shown} extent={extent} onSubmit={go} />
      <Button
        variant="default"
        disabled={range === null || shown.from_ms <= extent.from_ms}
        onClick={() => move(-length / 2)}
      >
        <Trans>Earlier</Trans>
      </Button>
      <Button
        variant="default"
        disabled={range === null || shown.to_ms >= extent.to_ms}
        onClick={() => move(length / 2)}
      >
        <Trans>Later</Trans>
      </Button>
      <Button
        variant="default"
        disabled={range === null}
        aria-pressed={isZoomed}
        onClick={() => onChoose({ range, isZoomed: !isZoomed })}
      >
        {isZoomed ? t`Show whole run` : t`Zoom to selection`}
      </Button>
      <span className="hint">
        <Trans>Drag to select a time range; Esc clears it.</Trans>
      </span>
    </fieldset>
  );
}

interface RangeFormProps {
  shown: TimeRange;
  extent: TimeRange;
  onSubmit: (from: number, to: number) => void;
}

/** Starts anew with every range (its key): what was typed belongs to the range it was typed over. */
function RangeForm({ shown, extent, onSubmit }: RangeFormProps) {
  // Fractions of a second are noise in a range of many.
  const grain = shown.to_ms - shown.from_ms > 10_000 ? 1000 : 1;
  const [from, setFrom] = useState(formatTimeInRun(Math.floor(shown.from_ms / grain) * grain));
  const [to, setTo] = useState(formatTimeInRun(Math.ceil(shown.to_ms / grain) * grain));
  const [fromMs, toMs] = [parseTimeInRun(from), parseTimeInRun(to)];
  const isRange = fromMs !== null && toMs !== null && fromMs < toMs && fromMs < extent.to_ms;
  return (
    <form
      className={styles.range}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRange) onSubmit(fromMs, toMs);
      }}
    >
      <TextInput
        size="xs"
        label={t`From`}
        value={from}
        error={fromMs === null}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        label={t`to`}
        value={to}
        error={toMs === null}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isRange}>
        <Trans>Apply</Trans>
      </Button>
    </form>
  );
}

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { parseTimeInRun } from "@/lib/time-in-run";
import { formatTimeInRun } from "@/lib/units";
import styles from "@/pages/run/TimeSeries.module.css";

interface Range {
  from_ms: number;
  to_ms: number;
}

interface ZoomBarProps {
  /** What is shown now. */
  shown: Range;
  whole: Range;
  /** Null goes back to the whole run. */
  onZoom: (range: Range | null) => void;
}

/** The range in figures: what dragging does, by keyboard and by touch. */
export function ZoomBar({ shown, whole, onZoom }: ZoomBarProps) {
  const length = shown.to_ms - shown.from_ms;
  const isZoomed = shown.from_ms > whole.from_ms || shown.to_ms < whole.to_ms;
  const go = (from: number, to: number) => {
    const range = {
      from_ms: Math.max(whole.from_ms, Math.round(from)),
      to_ms: Math.min(whole.to_ms, Math.round(to)),
    };
    const isAll = range.from_ms === whole.from_ms && range.to_ms === whole.to_ms;
    if (range.from_ms < range.to_ms) onZoom(isAll ? null : range);
  };
  const quarter = length / 4;
  return (
    <fieldset className={`${styles.bar} no-print`}>
      <legend className="visually-hidden">Range of time</legend>
      <RangeForm key={`${shown.from_ms}-${shown.to_ms}`} shown={shown} whole={whole} onSubmit={go} />
      <Button variant="default" onClick={() => go(shown.from_ms + quarter, shown.to_ms - quarter)}>
        Zoom in
      </Button>
      <Button
        variant="default"
        disabled={!isZoomed}
        onClick={() => go(shown.from_ms - length / 2, shown.to_ms + length / 2)}
      >
        Zoom out
      </Button>
      <Button
        variant="default"
        disabled={shown.from_ms <= whole.from_ms}
        onClick={() =>
          go(
            Math.max(whole.from_ms, shown.from_ms - length / 2),
            Math.max(whole.from_ms + length, shown.to_ms - length / 2),
          )
        }
      >
        Earlier
      </Button>
      <Button
        variant="default"
        disabled={shown.to_ms >= whole.to_ms}
        onClick={() =>
          go(
            Math.min(whole.to_ms - length, shown.from_ms + length / 2),
            Math.min(whole.to_ms, shown.to_ms + length / 2),
          )
        }
      >
        Later
      </Button>
      <Button variant="default" disabled={!isZoomed} onClick={() => onZoom(null)}>
        Whole run
      </Button>
    </fieldset>
  );
}

interface RangeFormProps {
  shown: Range;
  whole: Range;
  onSubmit: (from: number, to: number) => void;
}

/** Starts anew with every range (its key): what was typed belongs to the range it was typed over. */
function RangeForm({ shown, whole, onSubmit }: RangeFormProps) {
  // Fractions of a second are noise in a range of many.
  const grain = shown.to_ms - shown.from_ms > 10_000 ? 1000 : 1;
  const [from, setFrom] = useState(formatTimeInRun(Math.floor(shown.from_ms / grain) * grain));
  const [to, setTo] = useState(formatTimeInRun(Math.ceil(shown.to_ms / grain) * grain));
  const [fromMs, toMs] = [parseTimeInRun(from), parseTimeInRun(to)];
  const isRange = fromMs !== null && toMs !== null && fromMs < toMs && fromMs < whole.to_ms;
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
        label="From"
        value={from}
        error={fromMs === null}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        label="to"
        value={to}
        error={toMs === null}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isRange}>
        Zoom
      </Button>
    </form>
  );
}

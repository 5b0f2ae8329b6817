import type { CSSProperties } from "react";
import styles from "@/subjects/runs/import/RunNumber.module.css";
import { runColour } from "@/subjects/runs/import/run-colour";

/** Custom properties are not in React's list of style names. */
export const runStyle = (index: number) => ({ "--run": runColour(index) }) as CSSProperties;

/** The number of a run in its source, in the run's colour: the same in the table and beside the text. */
export function RunNumber({ index }: { index: number }) {
  return (
    <span className={styles.number} style={runStyle(index)}>
      {index + 1}
    </span>
  );
}

import styles from "@/pages/compare/ComparePage.module.css";

/** What stands behind the words; docs/statistics.md has the measured rates. */
export function HowToRead() {
  return (
    <details className={styles.help}>
      <summary>How to read this</summary>
      <dl>
        <dt>A run is the unit that repeats</dt>
        <dd>
          Its million I/Os share one state of drive and host, so n counts runs. One run against one makes no
          claim.
        </dd>
        <dt>Change</dt>
        <dd>
          The median over all pairs of a base and a new run (Hodges–Lehmann), not the quotient of two means:
          one hiccup among many runs hardly moves it, and swapping the sides gives exactly the reciprocal.
        </dd>
        <dt>95 % interval</dt>
        <dd>
          Where the ratio lies as far as the noise between these runs tells. If it includes no change, no
          difference is shown. From ranks, without an assumption on the noise; Student's t with the fewest
          runs.
        </dd>
        <dt>Bootstrap interval</dt>
        <dd>
          In an opened row: the runs resampled (BCa), always from the same seed. It stands beside the 95 %
          interval and decides nothing, since it holds the truth less often than it says; how often stands
          with it.
        </dd>
        <dt>Better, worse</dt>
        <dd>
          At least three runs on each side, an interval that leaves out no change, and a test that still holds
          after Holm's correction for all workloads looked at together.
        </dd>
        <dt>No difference shown</dt>
        <dd>Is not “equal”: these repeats do not tell. Beside it stands how many more would.</dd>
        <dt>All workloads</dt>
        <dd>The geometric mean of the ratios; noise that workloads of one run share counts together.</dd>
        <dt>Only this changed</dt>
        <dd>
          One recorded factor differs; what follows from it is marked so. Several: what made the difference
          cannot be told apart, and the run that would tell is named.
        </dd>
      </dl>
    </details>
  );
}

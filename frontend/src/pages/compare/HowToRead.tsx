import styles from "@/pages/compare/ComparePage.module.css";

/** What stands behind the words; docs/statistics.md has the measured rates. */
export function HowToRead() {
  return (
    <details className={styles.help}>
      <summary>How to read this</summary>
      <dl>
        <dt>A run is the unit that repeats</dt>
        <dd>
          Its million I/Os share one state of drive and host, so n counts runs. One run against one is never
          significant.
        </dd>
        <dt>Change</dt>
        <dd>
          The median over all pairs of a base and a new run (Hodges–Lehmann), not the quotient of two means:
          one hiccup among many runs hardly moves it, and swapping the sides gives exactly the reciprocal.
        </dd>
        <dt>95 % interval</dt>
        <dd>
          The range of the ratio that the noise between these runs allows. If it includes no change, no
          difference is shown. From ranks, without an assumption on the noise; Student's t with the fewest
          runs.
        </dd>
        <dt>Bootstrap interval</dt>
        <dd>
          In an opened row: the runs resampled (BCa), always from the same seed. Shown for information only:
          it covers the true value less often than it states; its coverage is shown with it.
        </dd>
        <dt>Better, worse</dt>
        <dd>
          At least three runs on each side, an interval that leaves out no change, and a test that still holds
          after Holm's correction for all workloads looked at together.
        </dd>
        <dt>No difference shown</dt>
        <dd>Not proof of equality; shows how many more runs would be needed.</dd>
        <dt>All workloads</dt>
        <dd>The geometric mean of the ratios; noise that workloads of one run share counts together.</dd>
        <dt>Only this changed</dt>
        <dd>
          One recorded factor differs; its consequences are marked. With several, the cause cannot be
          separated, and the run that would separate them is named.
        </dd>
      </dl>
    </details>
  );
}

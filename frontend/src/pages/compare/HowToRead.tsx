import { Trans } from "@lingui/react/macro";
import styles from "@/pages/compare/ComparePage.module.css";

/** What stands behind the words; docs/statistics.md has the measured rates. */
export function HowToRead() {
  return (
    <details className={styles.help}>
      <summary>
        <Trans>How to read this</Trans>
      </summary>
      <dl>
        <dt>
          <Trans>A run is the unit that repeats</Trans>
        </dt>
        <dd>
          <Trans>
            Its million I/Os share one state of drive and host, so n counts runs. One run against one is never
            significant.
          </Trans>
        </dd>
        <dt>
          <Trans>Change</Trans>
        </dt>
        <dd>
          <Trans>
            The median over all pairs of a base and a new run (Hodges–Lehmann), not the quotient of two means:
            one hiccup among many runs hardly moves it, and swapping the sides gives exactly the reciprocal.
          </Trans>
        </dd>
        <dt>
          <Trans>95 % interval</Trans>
        </dt>
        <dd>
          <Trans>
            The range of the ratio that the noise between these runs allows. If it includes no change, no
            difference is shown. From ranks, without an assumption on the noise; Student's t with the fewest
            runs.
          </Trans>
        </dd>
        <dt>
          <Trans>Bootstrap interval</Trans>
        </dt>
        <dd>
          <Trans>
            In an opened row: the runs resampled (BCa), always from the same seed. Shown for information only:
            it covers the true value less often than it states; its coverage is shown with it.
          </Trans>
        </dd>
        <dt>
          <Trans>Better, worse</Trans>
        </dt>
        <dd>
          <Trans>
            At least three runs on each side, an interval that leaves out no change, and a test that still
            holds after Holm's correction for all workloads looked at together.
          </Trans>
        </dd>
        <dt>
          <Trans>No difference shown</Trans>
        </dt>
        <dd>
          <Trans>Not proof of equality; shows how many more runs would be needed.</Trans>
        </dd>
        <dt>
          <Trans>All workloads</Trans>
        </dt>
        <dd>
          <Trans>
            The geometric mean of the ratios; noise that workloads of one run share counts together.
          </Trans>
        </dd>
        <dt>
          <Trans>Only this changed</Trans>
        </dt>
        <dd>
          <Trans>
            One recorded factor differs; its consequences are marked. With several, the cause cannot be
            separated, and the run that would separate them is named.
          </Trans>
        </dd>
      </dl>
    </details>
  );
}

import { Trans } from "@lingui/react/macro";
import styles from "@/subjects/compare/page/ComparePage.module.css";

/** What stands behind the words; docs/statistics.md has the measured rates. */
export function HowToRead() {
  return (
    <details className={styles.help}>
      <summary>
        <Trans>How to read a comparison</Trans>
      </summary>
      <dl>
        <dt>
          <Trans>n counts runs, not I/Os</Trans>
        </dt>
        <dd>
          <Trans>
            The I/Os of one run share one state of drive and host, so they are no repeats. One run per side is
            never significant.
          </Trans>
        </dd>
        <dt>
          <Trans>Change</Trans>
        </dt>
        <dd>
          <Trans>
            The median ratio over all pairs of a base and a new run (Hodges–Lehmann). Unlike a ratio of means,
            it hardly moves with one outlier, and swapping the sides gives its exact reciprocal.
          </Trans>
        </dd>
        <dt>
          <Trans>95 % interval</Trans>
        </dt>
        <dd>
          <Trans>
            The range of ratios that the noise between these runs allows. If it includes “no change”, no
            difference is shown. It is based on ranks and assumes no distribution of the noise; with very few
            runs it is Student's t on logarithms, which assumes log-normal noise.
          </Trans>
        </dd>
        <dt>
          <Trans>Bootstrap interval</Trans>
        </dt>
        <dd>
          <Trans>
            Shown in an expanded row: the runs resampled (BCa) with a fixed seed. For information only, as it
            covers the true value less often than 95 %; its measured coverage is shown.
          </Trans>
        </dd>
        <dt>
          <Trans>Better, worse</Trans>
        </dt>
        <dd>
          <Trans>
            At least three runs on each side, a 95 % interval that excludes “no change”, and significance
            after Holm's correction for all compared workloads.
          </Trans>
        </dd>
        <dt>
          <Trans>No difference shown</Trans>
        </dt>
        <dd>
          <Trans>
            Not proof of equality. The row says how many more runs could show a difference of this size.
          </Trans>
        </dd>
        <dt>
          <Trans>All workloads</Trans>
        </dt>
        <dd>
          <Trans>
            The geometric mean of the ratios. Noise shared by the workloads of one run is counted once.
          </Trans>
        </dd>
        <dt>
          <Trans>Only this changed</Trans>
        </dt>
        <dd>
          <Trans>
            One recorded factor differs; its consequences are marked. If several differ, the cause cannot be
            separated, and the run that would separate them is suggested.
          </Trans>
        </dd>
      </dl>
    </details>
  );
}

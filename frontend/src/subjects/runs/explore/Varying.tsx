import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { SeriesAnswer } from "@/api/types";
import type { ExploreParams } from "@/lib/address";
import { type FactorShape, factorOf, filterValue, formatFactor } from "@/lib/factor";
import { withValues } from "@/lib/filter";
import { paths } from "@/lib/paths";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { explainedInWords, varyingInWords } from "@/subjects/runs/explore/varying-words";
import { titleOfKey } from "@/subjects/runs/parts/series-lines";

interface VaryingProps {
  params: ExploreParams;
  answer: SeriesAnswer;
  factors: readonly FactorShape[];
}

/** What varies beside the axes: what it did to the chart, and links that keep one value or split by it. */
export function Varying({ params, answer, factors }: VaryingProps) {
  const words = varyingInWords(answer, factors);
  if (words === null) return null;
  return (
    // A chart that asks is opened at the question; each question of its own.
    <details
      key={`${answer.x} ${answer.by} ${answer.is_asking}`}
      className={`${styles.varying} ${answer.is_asking ? styles.asking : ""}`}
      open={answer.is_asking}
    >
      <summary className="warn">
        <span role="status">{words}</span>{" "}
        <span className={styles.way}>
          <Trans>Keep one or split</Trans>
        </span>
      </summary>
      <dl>
        {answer.varies.map((varied) => (
          <Choice key={varied.key} varied={varied} params={params} factors={factors} />
        ))}
      </dl>
    </details>
  );
}

interface ChoiceProps {
  varied: SeriesAnswer["varies"][number];
  params: ExploreParams;
  factors: readonly FactorShape[];
}

/** One thing that varies, the runs of each value a click away. */
function Choice({ varied, params, factors }: ChoiceProps) {
  const { key, values } = varied;
  const title = titleOfKey(key, factors);
  const factor = factorOf(factors, key) ?? { type: "text" as const, unit: null };
  return (
    <div>
      <dt className="ink">
        {title}
        <small className="muted tiny">{explainedInWords(varied)}</small>
      </dt>
      <dd>
        {values.map(({ value, n }) => {
          const words = value === null ? t`unknown` : formatFactor(factor, value);
          return varied.is_askable ? (
            <Link
              key={JSON.stringify(value)}
              className={styles.keep}
              title={t`Keep ${title} ${words} only`}
              to={paths.explore({ ...params, filter: withValues(params.filter, key, [filterValue(value)]) })}
            >
              {words} <small className="muted tiny">{n}</small>
            </Link>
          ) : (
            <span
              key={JSON.stringify(value)}
              className={styles.keep}
              title={plural(n, { one: "# result", other: "# results" })}
            >
              {words} <small className="muted tiny">{n}</small>
            </span>
          );
        })}
        {varied.values_left_out > 0 && (
          <small className="muted tiny">
            <Trans>and {{ values_left_out: varied.values_left_out }} more</Trans>
          </small>
        )}
        {varied.is_askable && params.by !== key && (
          <Link className={styles.way} to={paths.explore({ ...params, by: key })}>
            <Trans>Split by {title}</Trans>
          </Link>
        )}
      </dd>
    </div>
  );
}

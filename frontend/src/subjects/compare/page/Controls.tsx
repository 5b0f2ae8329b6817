import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Select } from "@mantine/core";
import type { Comparison } from "@/api/types";
import { WORKLOAD_OPTIONS } from "@/api/vocabulary.gen";
import type { CompareParams } from "@/lib/address";
import { metricOf, OFFERED_METRICS } from "@/lib/metrics";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/compare/page/ComparePage.module.css";

/** Job options that make two results the same workload, and those that may be asked for besides. */
const IDENTITY = WORKLOAD_OPTIONS.identity;
const SWITCHABLE = WORKLOAD_OPTIONS.switchable;

interface ControlsProps {
  answer: Comparison;
  metric: string;
  params: CompareParams;
  /** Workloads without a shown difference. */
  hidden: number;
  onChange: (changed: Partial<CompareParams>) => void;
}

/** What is in view: the metric, whether unchanged workloads are shown, and what counts as the same test. */
export function Controls({ answer, metric, params, hidden, onChange }: ControlsProps) {
  const { ignore, match, isHidingUnchanged } = params;
  const known = new Set([...answer.metrics, ...OFFERED_METRICS.map(({ name }) => name), metric]);
  return (
    <div className={`${styles.controls} no-print`}>
      <Select
        label={params.metric === null ? t`Metric (automatic)` : t`Metric`}
        data={[...known].map((name) => ({ value: name, label: metricOf(name)?.title ?? name }))}
        value={metric}
        clearable={params.metric !== null}
        clearButtonProps={{ "aria-label": t`Choose automatically` }}
        searchable
        onChange={(chosen) => onChange({ metric: chosen })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isHidingUnchanged}
          onChange={() => onChange({ isHidingUnchanged: !isHidingUnchanged })}
        />
        <Trans>Hide unchanged ({{ hidden: formatCount(hidden) }})</Trans>
      </label>
      <details className={styles.matching} open={ignore.length + match.length > 0}>
        <summary>
          <Trans>Matching rules</Trans>
        </summary>
        <Options
          title={t`May differ`}
          names={[...new Set([...IDENTITY, ...ignore])]}
          chosen={ignore}
          onChange={(changed) => onChange({ ignore: changed })}
        />
        <Options
          title={t`Must also match`}
          names={[...new Set([...SWITCHABLE, ...match])]}
          chosen={match}
          onChange={(changed) => onChange({ match: changed })}
        />
      </details>
    </div>
  );
}

interface OptionsProps {
  title: string;
  names: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Options({ title, names, chosen, onChange }: OptionsProps) {
  return (
    <fieldset className={styles.options}>
      <legend className="hint">{title}</legend>
      {names.map((name) => (
        <label key={name} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={() => onChange([...new Set(chosen).symmetricDifference(new Set([name]))])}
          />
          <code>{name}</code>
        </label>
      ))}
    </fieldset>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { answerInWords } from "@/lib/answer-words";
import { type FilterRecord, toggled } from "@/lib/filter";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/runs/list/VerdictButtons.module.css";
import { facetsQuery } from "@/subjects/runs/queries/facets";

const KEY = "verdict";
/** What tells two kinds without a limit apart. */
const MEANINGS: Readonly<Record<string, string>> = {
  none: t`No known limit reached, no warning`,
  unexplained: t`Below a known limit or with a warning; no limit explains it`,
};

interface VerdictButtonsProps {
  filter: FilterRecord;
  onChange: (filter: FilterRecord) => void;
}

/** How many runs have each kind of verdict; a click filters by it. Its own filter does not count. */
export function VerdictButtons({ filter, onChange }: VerdictButtonsProps) {
  const facets = useQuery(facetsQuery({ filter })).data?.facets;
  const facet = facets?.find(({ key }) => key === KEY);
  if (facet === undefined) return <div className={styles.row} />;
  const chosen = filter[KEY] ?? [];
  const counts = facet.values.map(({ value, runs }) => ({ value: String(value), runs }));
  if (facet.unknown > 0) counts.push({ value: "", runs: facet.unknown });
  return (
    <fieldset className={`${styles.row} no-print`}>
      <legend className="visually-hidden">
        <Trans>Runs by verdict</Trans>
      </legend>
      {counts.map(({ value, runs }) => (
        <button
          key={value}
          type="button"
          className={`${styles.button} ${chosen.includes(value) ? styles.chosen : ""}`}
          title={MEANINGS[value]}
          aria-pressed={chosen.includes(value)}
          onClick={() => onChange(toggled(filter, KEY, value))}
        >
          {answerInWords(KEY, value)} <span className={styles.count}>{formatCount(runs)}</span>
        </button>
      ))}
      {facet.of_newest !== null && (
        <span className={styles.count}>
          <Trans>in the newest {{ of_newest: formatCount(facet.of_newest) }} runs</Trans>
        </span>
      )}
    </fieldset>
  );
}

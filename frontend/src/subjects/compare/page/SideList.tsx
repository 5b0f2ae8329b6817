import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button, CloseButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ComparedSide } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { Swatch } from "@/charts/Swatch";
import { sideStyle } from "@/charts/side-style";
import type { CompareParams } from "@/lib/address";
import type { FactorShape } from "@/lib/factor";
import { type FilterRecord, filterText, isEmptyFilter, parseFilterText } from "@/lib/filter";
import { countRuns } from "@/lib/format";
import { paths } from "@/lib/paths";
import styles from "@/subjects/compare/page/SideList.module.css";
import { filterInWords } from "@/subjects/compare/parts/side-names";
import { FilterBar } from "@/subjects/runs/controls/filters/FilterBar";
import { useValueInWords } from "@/subjects/runs/controls/filters/use-value-in-words";
import { facetsQuery } from "@/subjects/runs/queries/facets";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { PinReference } from "@/subjects/watch/controls/references/PinReference";
import { FoldedRows } from "@/ui/FoldedRows";

interface SideListProps {
  params: CompareParams;
  onChange: (changed: Partial<CompareParams>) => void;
  /** As they were answered, base first; empty before that. */
  answered: readonly ComparedSide[];
}

/** What stands against what: each side's filter in words, to be changed in place. */
export function SideList({ params: { base, news }, onChange, answered }: SideListProps) {
  const shown = news.length === 0 ? [""] : news;
  const setNew = (i: number, text: string) =>
    onChange({ news: shown.map((old, j) => (j === i ? text : old)) });
  return (
    <div className="stack panel">
      <Side
        side={0}
        name={t`Base`}
        text={base}
        answered={answered[0]}
        onChange={(text) => onChange({ base: text })}
      />
      {shown.map((text, i) => (
        <Side
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place in the address
          key={i}
          side={i + 1}
          name={shown.length === 1 ? t`New` : t`New ${{ count: i + 1 }}`}
          text={text}
          answered={answered[i + 1]}
          onChange={(changed) => setNew(i, changed)}
          {...(shown.length === 1
            ? {}
            : { onRemove: () => onChange({ news: shown.filter((_, j) => j !== i) }) })}
        />
      ))}
      {news.length > 0 && news.length < LIMITS.maxNewSides && (
        <Button
          variant="subtle"
          className={`${styles.add} no-print`}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange({ news: [...news, ""] })}
        >
          <Trans>Add a side</Trans>
        </Button>
      )}
    </div>
  );
}

interface SideProps {
  /** 0 is base. */
  side: number;
  name: string;
  text: string;
  answered: ComparedSide | undefined;
  onChange: (text: string) => void;
  onRemove?: () => void;
}

function Side({ side, name, text, answered, onChange, onRemove }: SideProps) {
  const filter = parseFilterText(text);
  const isBlank = isEmptyFilter(filter);
  const [isEditing, setEditing] = useState(isBlank);
  const valueInWords = useValueInWords(filter);
  const declared = useQuery(factorsQuery()).data?.items ?? [];
  const facets = useQuery({ ...facetsQuery({ filter, keys: ["host"] }), enabled: !isBlank });
  return (
    <section className={styles.side} aria-label={t`${name} side`}>
      <div className="flow centred tall-30" style={{ gap: "6px 12px" }}>
        <span className="inline-row gap-8 strong" style={{ minWidth: 86 }}>
          <Swatch style={sideStyle(side)} />
          {name}
        </span>
        <span className="shrinks anywhere">
          {isBlank ? t`nothing chosen yet` : sideInWords(filter, declared, valueInWords)}
        </span>
        {!isBlank && (
          <span className="hint unbroken" role="status">
            {facets.isError
              ? ""
              : facets.data === undefined
                ? "…"
                : countRuns(facets.data.total, facets.data.total_is_exact)}
          </span>
        )}
        <span className="row gap-4 push no-print">
          {side === 0 && !isBlank && <PinReference filter={text} what={t`the runs of this side`} name="" />}
          <Button
            variant="default"
            aria-expanded={isEditing}
            aria-label={isEditing ? t`Done with ${name}` : t`Change ${name}`}
            onClick={() => setEditing(!isEditing)}
          >
            {isEditing ? t`Done` : t`Change`}
          </Button>
          {onRemove !== undefined && (
            <CloseButton size="sm" aria-label={t`Remove ${name}`} onClick={onRemove} />
          )}
        </span>
      </div>
      <LeftOut side={answered} />
      {isEditing && (
        <div className="no-print">
          <FilterBar
            name={t`Search ${{ name: name.toLowerCase() }} runs`}
            filter={filter}
            onChange={(changed) => onChange(filterText(changed))}
          />
        </div>
      )}
    </section>
  );
}

const MAX_LEFT = 1;

/** The runs of the side that are in none of its figures, and why. */
function LeftOut({ side }: { side: ComparedSide | undefined }) {
  const left = side?.left_out ?? [];
  if (left.length === 0) return null;
  const runs = new Set(left.flatMap(({ run_ids }) => run_ids)).size;
  return (
    <FoldedRows
      count={left.length}
      most={MAX_LEFT}
      summary={t`Left out: ${plural({ count: runs }, { one: "# run", other: "# runs" })}`}
    >
      <ul className={styles.left} aria-label={t`Left out`}>
        {left.map(({ text, run_ids }) => (
          <li key={text}>
            <Trans>
              {text}.{" "}
              <Link to={paths.runs({ filter: { run: run_ids } })}>
                Show <Plural value={{ run_ids: run_ids.length }} one="# run" other="# runs" />
              </Link>
            </Trans>
          </li>
        ))}
      </ul>
    </FoldedRows>
  );
}

/** Runs chosen one by one are counted, not spelled. */
function sideInWords(
  { run, ...filter }: FilterRecord,
  declared: readonly FactorShape[],
  valueInWords: (key: string, value: string) => string,
): string {
  const chosen =
    run === undefined ? [] : [t`selected ${plural({ run: run.length }, { one: "run", other: "runs" })}`];
  return [...chosen, ...(isEmptyFilter(filter) ? [] : [filterInWords(filter, declared, valueInWords)])].join(
    ", ",
  );
}

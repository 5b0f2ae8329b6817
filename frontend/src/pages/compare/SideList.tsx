import { Button, CloseButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { facetsQuery } from "@/api/queries/facets";
import { LIMITS } from "@/api/vocabulary.gen";
import { Swatch } from "@/charts/Swatch";
import { sideStyle } from "@/charts/side-style";
import { FilterBar } from "@/components/filters/FilterBar";
import { PinReference } from "@/components/references/PinReference";
import type { CompareParams } from "@/lib/address";
import { filterText, isEmptyFilter, parseFilterText } from "@/lib/filter";
import { countOf } from "@/lib/format";
import styles from "@/pages/compare/SideList.module.css";
import { filterInWords } from "@/sections/comparison-words";

interface SideListProps {
  params: CompareParams;
  onChange: (changed: Partial<CompareParams>) => void;
}

/** What stands against what: each side's filter in words, to be changed in place. */
export function SideList({ params: { base, news }, onChange }: SideListProps) {
  const shown = news.length === 0 ? [""] : news;
  const setNew = (i: number, text: string) =>
    onChange({ news: shown.map((old, j) => (j === i ? text : old)) });
  return (
    <div className={styles.sides}>
      <Side side={0} name="Base" text={base} onChange={(text) => onChange({ base: text })} />
      {shown.map((text, i) => (
        <Side
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place in the address
          key={i}
          side={i + 1}
          name={shown.length === 1 ? "New" : `New ${i + 1}`}
          text={text}
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
          Add a side
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
  onChange: (text: string) => void;
  onRemove?: () => void;
}

function Side({ side, name, text, onChange, onRemove }: SideProps) {
  const filter = parseFilterText(text);
  const isBlank = isEmptyFilter(filter);
  const [isEditing, setEditing] = useState(isBlank);
  const facets = useQuery({ ...facetsQuery({ filter, keys: ["host"] }), enabled: !isBlank });
  return (
    <section className={styles.side} aria-label={`${name} side`}>
      <div className={styles.line}>
        <span className={styles.name}>
          <Swatch style={sideStyle(side)} />
          {name}
        </span>
        <span className={styles.words}>{isBlank ? "nothing chosen yet" : inWords(text)}</span>
        {!isBlank && (
          <span className={styles.count} role="status">
            {facets.isError ? "" : facets.data === undefined ? "…" : countOf(facets.data.total, "run")}
          </span>
        )}
        <span className={`${styles.tools} no-print`}>
          {side === 0 && !isBlank && <PinReference filter={text} what="the runs of this side" name="" />}
          <Button
            variant="default"
            aria-expanded={isEditing}
            aria-label={isEditing ? `Done with ${name}` : `Change ${name}`}
            onClick={() => setEditing(!isEditing)}
          >
            {isEditing ? "Done" : "Change"}
          </Button>
          {onRemove !== undefined && (
            <CloseButton size="sm" aria-label={`Remove ${name}`} onClick={onRemove} />
          )}
        </span>
      </div>
      {isEditing && (
        <div className="no-print">
          <FilterBar
            name={`Search ${name.toLowerCase()} runs`}
            filter={filter}
            onChange={(changed) => onChange(filterText(changed))}
          />
        </div>
      )}
    </section>
  );
}

/** Runs chosen one by one are counted, not spelled. */
function inWords(text: string): string {
  const { run, ...filter } = parseFilterText(text);
  const chosen = run === undefined ? [] : [`${countOf(run.length, "run")} chosen one by one`];
  return [...chosen, ...(isEmptyFilter(filter) ? [] : [filterInWords(filter)])].join(", ");
}

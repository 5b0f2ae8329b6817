import { t } from "@lingui/core/macro";
import { OverflowList, Popover } from "@mantine/core";
import { IconChevronDown, IconFilter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FACTOR_WORDS } from "@/api/vocabulary.gen";
import { factorOf } from "@/lib/factor";
import type { FilterRecord } from "@/lib/filter";
import { FILTER_TITLES } from "@/lib/filter-titles";
import { metricOf } from "@/lib/metrics";
import { BatchPanel } from "@/subjects/runs/controls/filters/BatchPanel";
import { DatePanel } from "@/subjects/runs/controls/filters/DatePanel";
import { FacetList } from "@/subjects/runs/controls/filters/FacetList";
import { FacetPanel } from "@/subjects/runs/controls/filters/FacetPanel";
import styles from "@/subjects/runs/controls/filters/FilterBar.module.css";
import { FilterChips } from "@/subjects/runs/controls/filters/FilterChips";
import { FilterDrawer } from "@/subjects/runs/controls/filters/FilterDrawer";
import { SearchBox } from "@/subjects/runs/controls/filters/SearchBox";
import { facetsQuery } from "@/subjects/runs/queries/facets";
import { factorsQuery } from "@/subjects/runs/queries/factors";

/** Offered without a menu as far as one line has room; *All filters* has the others, too. */
const FIRST = ["limit", "trust", "host", "rw", "bs", "iodepth", "slot", "drive.model", "bios.nps"];
const SHORT = new Map<string, string>(Object.entries(FACTOR_WORDS));

interface FilterBarProps {
  /** Of the search box; a page with several says which runs each of them searches. */
  name?: string;
  filter: FilterRecord;
  onChange: (filter: FilterRecord) => void;
}

/** Search box, facets with live counts, and the present filter in words. Written once for every page that filters. */
export function FilterBar({ name = t`Search runs`, filter, onChange }: FilterBarProps) {
  const { data, isPending } = useQuery(facetsQuery({ filter }));
  const { facets = [], is_exact: isExact = true } = data ?? {};
  // A menu that is open keeps its place: new counts would push it out of the line.
  const [held, setHeld] = useState<FacetButtonProps[]>();
  const { bar, keepFocus } = useFocusOfClosed(held === undefined);
  const declared = useQuery(factorsQuery()).data?.items ?? [];
  const titleOf = (key: string) =>
    FILTER_TITLES[key] ?? factorOf(declared, key)?.title ?? metricOf(key)?.short ?? key;
  // A factor whose every run is alike filters nothing, unless it does already.
  const offered = facets.filter((facet) => facet.total_values > 1 || facet.key in filter);
  const usual = FIRST.flatMap((key) => offered.find((facet) => facet.key === key) ?? []);
  const chosen = offered.filter((facet) => facet.key in filter && !usual.includes(facet));
  const buttons: FacetButtonProps[] = [
    ...[...usual, ...chosen].map((facet) => ({
      title: SHORT.get(facet.key) ?? facet.title,
      count: filter[facet.key]?.length ?? 0,
      children: <FacetPanel facet={facet} filter={filter} onChange={onChange} />,
    })),
    {
      title: t`Started`,
      count: filter["started_at"]?.length ?? 0,
      children: <DatePanel filter={filter} onChange={onChange} />,
    },
    {
      title: t`Batch`,
      count: filter["batch"]?.length ?? 0,
      children: <BatchPanel filter={filter} onChange={onChange} />,
    },
  ];
  const line = held?.map((one) => ({
    ...one,
    children: buttons.find(({ title }) => title === one.title)?.children ?? one.children,
  }));
  return (
    <>
      <div ref={bar} className={`${styles.bar} no-print`}>
        <SearchBox name={name} filter={filter} facets={facets} onChange={onChange} />
        <FilterDrawer facets={offered} filter={filter} onChange={onChange} />
        <div className={styles.facets}>
          <FacetButton title={t`All filters`} count={0}>
            <FacetList facets={offered} filter={filter} onChange={onChange} />
          </FacetButton>
          {/* One line whatever the answer says: what stands below must not move when it comes. */}
          {!isPending && (
            <OverflowList
              className={styles.line}
              data={line ?? buttons}
              getItemKey={({ title, count }) => `${title} ${count}`}
              renderItem={(button) => (
                <FacetButton
                  key={button.title}
                  {...button}
                  onOpen={(isOpen) => {
                    setHeld(isOpen ? buttons : undefined);
                    if (!isOpen) keepFocus(button.title);
                  }}
                />
              )}
              renderOverflow={() => null}
            />
          )}
        </div>
      </div>
      <FilterChips filter={filter} titleOf={titleOf} isCounted={isExact} onChange={onChange} />
    </>
  );
}

/** A button whose count changed is made anew when its menu closes: the new one has the focus that the old one had. */
function useFocusOfClosed(isClosed: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  const [closed, keepFocus] = useState<string | null>(null);
  useEffect(() => {
    if (!isClosed || closed === null) return;
    const timer = setTimeout(() => {
      keepFocus(null);
      // Who went elsewhere with the pointer stays there.
      if (document.activeElement !== document.body) return;
      bar.current?.querySelector<HTMLElement>(`[data-facet="${CSS.escape(closed)}"]`)?.focus();
    }, AFTER_CLOSING_MS);
    return () => clearTimeout(timer);
  }, [isClosed, closed]);
  return { bar, keepFocus };
}

// The menu gives the focus back to the old button first.
const AFTER_CLOSING_MS = 50;

interface FacetButtonProps {
  title: string;
  count: number;
  children: ReactNode;
}

function FacetButton({
  title,
  count,
  children,
  onOpen,
}: FacetButtonProps & { onOpen?: (isOpen: boolean) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (isNow: boolean) => {
    setIsOpen(isNow);
    onOpen?.(isNow);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={`${styles.facet} ${count > 0 ? styles.chosen : ""}`}
          data-facet={title}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {title === t`All filters` && <IconFilter size={14} aria-hidden="true" />}
          {title}
          {count > 0 && ` (${count})`}
          <IconChevronDown size={13} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}

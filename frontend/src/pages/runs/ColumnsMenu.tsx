import { Button, Popover, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { factorsQuery } from "@/api/queries/factors";
import { ANSWER_TITLES } from "@/lib/answer-words";
import { OFFERED_METRICS } from "@/lib/metrics";
import styles from "@/pages/runs/ColumnsMenu.module.css";
import { OWN_TITLES, USUAL_COLUMNS } from "@/pages/runs/column-ids";
import { moved } from "@/pages/runs/column-order";

interface ColumnsMenuProps {
  /** In order; null: the usual ones. */
  chosen: readonly string[] | null;
  titleOf: (id: string) => string;
  onChange: (columns: readonly string[] | null) => void;
}

/** Which factors and metrics the table shows, and in which order. The choice is in the address. */
export function ColumnsMenu({ chosen, titleOf, onChange }: ColumnsMenuProps) {
  const [search, setSearch] = useState("");
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  const columns = chosen ?? USUAL_COLUMNS;
  const all = [
    ...Object.entries(OWN_TITLES).map(([id, title]) => ({ id, title, group: "Usual" })),
    ...Object.entries(ANSWER_TITLES)
      .filter(([id]) => !(id in OWN_TITLES))
      .map(([id, title]) => ({ id, title, group: "Answer" })),
    ...OFFERED_METRICS.filter(({ name }) => !(name in OWN_TITLES)).map(({ name, title }) => ({
      id: name,
      title,
      group: "Metrics",
    })),
    ...factors
      .filter(({ key }) => !(key in OWN_TITLES))
      .map(({ key, title, group }) => ({ id: key, title, group })),
  ];
  // The box that was checked goes to the other list: the focus stays in the menu, so that Escape still closes it.
  const box = useRef<HTMLInputElement>(null);
  const choose = (changed: readonly string[] | null) => {
    box.current?.focus();
    onChange(changed);
  };
  const wanted = search.toLowerCase();
  const offered = all.filter(
    ({ id, title }) => !columns.includes(id) && (id.includes(wanted) || title.toLowerCase().includes(wanted)),
  );
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={15} aria-hidden="true" />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.panel}>
          <h2>Shown</h2>
          <ol className={styles.shown}>
            {columns.map((id, index) => (
              <li key={id} className={styles.row}>
                <label className={styles.choice}>
                  <input
                    type="checkbox"
                    checked
                    disabled={columns.length === 1}
                    onChange={() => choose(columns.filter((other) => other !== id))}
                  />
                  {titleOf(id)}
                </label>
                <button
                  type="button"
                  className={styles.move}
                  aria-label={`Move ${titleOf(id)} to the left`}
                  disabled={index === 0}
                  onClick={() => onChange(moved(columns, index, -1))}
                >
                  <IconArrowUp size={14} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className={styles.move}
                  aria-label={`Move ${titleOf(id)} to the right`}
                  disabled={index === columns.length - 1}
                  onClick={() => onChange(moved(columns, index, 1))}
                >
                  <IconArrowDown size={14} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ol>
          <h2>Add</h2>
          <TextInput
            ref={box}
            size="xs"
            aria-label="Search columns"
            placeholder="Search factors and metrics"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <div className={styles.offered}>
            {[...Map.groupBy(offered, ({ group }) => group)].map(([group, members]) => (
              <div key={group}>
                <h3 className={styles.group}>{group}</h3>
                {members.map(({ id, title }) => (
                  <label key={id} className={styles.choice}>
                    <input type="checkbox" checked={false} onChange={() => choose([...columns, id])} />
                    {title}
                  </label>
                ))}
              </div>
            ))}
          </div>
          {chosen !== null && (
            <Button size="xs" variant="default" onClick={() => choose(null)}>
              Back to the usual columns
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

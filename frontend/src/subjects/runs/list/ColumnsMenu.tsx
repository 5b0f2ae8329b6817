import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Popover, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3, IconPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { RunsParams } from "@/lib/address";
import { ANSWER_TITLES } from "@/lib/answer-words";
import { OFFERED_METRICS } from "@/lib/metrics";
import styles from "@/subjects/runs/list/ColumnsMenu.module.css";
import { OWN_TITLES, pinnedFirst, USUAL_COLUMNS, withRun } from "@/subjects/runs/list/column-ids";
import { moved } from "@/subjects/runs/list/column-order";
import { factorsQuery } from "@/subjects/runs/queries/factors";

interface ColumnsMenuProps {
  params: RunsParams;
  titleOf: (id: string) => string;
  onChange: (changed: Partial<RunsParams>) => void;
}

/** Which factors and metrics the table shows, in which order, and which stay. The choice is in the address. */
export function ColumnsMenu({ params, titleOf, onChange }: ColumnsMenuProps) {
  const [search, setSearch] = useState("");
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  const { pinned } = params;
  const columns = pinnedFirst(withRun(params.columns ?? USUAL_COLUMNS), pinned);
  const isUsual = params.columns === null && pinned.length === 0 && Object.keys(params.widths).length === 0;
  const all = [
    ...Object.entries(OWN_TITLES).map(([id, title]) => ({ id, title, group: t`Usual` })),
    ...Object.entries(ANSWER_TITLES)
      .filter(([id]) => !(id in OWN_TITLES))
      .map(([id, title]) => ({ id, title, group: t`Assessment` })),
    ...OFFERED_METRICS.filter(({ name }) => !(name in OWN_TITLES)).map(({ name, title }) => ({
      id: name,
      title,
      group: t`Metrics`,
    })),
    ...factors
      .filter(({ key }) => !(key in OWN_TITLES))
      .map(({ key, title, group }) => ({ id: key, title, group })),
  ];
  // The box that was checked goes to the other list: the focus stays in the menu, so that Escape still closes it.
  const box = useRef<HTMLInputElement>(null);
  const choose = (changed: Partial<RunsParams>) => {
    box.current?.focus();
    onChange(changed);
  };
  const toggle = (id: string) => ({
    pinned: pinned.includes(id) ? pinned.filter((other) => other !== id) : [...pinned, id],
  });
  // Pinned ones stand first and keep their own order.
  const move = (id: string, by: number) =>
    pinned.includes(id)
      ? { pinned: moved(pinned, pinned.indexOf(id), by) }
      : { columns: moved(columns, columns.indexOf(id), by) };
  const isMovable = (index: number, by: number) => {
    const [id, other] = [columns[index], columns[index + by]];
    return id !== undefined && other !== undefined && pinned.includes(id) === pinned.includes(other);
  };
  const wanted = search.toLowerCase();
  const offered = all.filter(
    ({ id, title }) => !columns.includes(id) && (id.includes(wanted) || title.toLowerCase().includes(wanted)),
  );
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={15} aria-hidden="true" />}>
          <Trans>Columns</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="stack gap-8" style={{ width: 280 }}>
          <h2>
            <Trans>Shown</Trans>
          </h2>
          <ol className={styles.shown}>
            {columns.map((id, index) => (
              <li
                key={id}
                className="grid centred"
                style={{ gridTemplateColumns: "minmax(0, 1fr) 26px 26px 26px" }}
              >
                <label className="row gap-8 clickable tall-28">
                  <input
                    type="checkbox"
                    checked
                    disabled={columns.length === 1}
                    onChange={() => choose({ columns: columns.filter((other) => other !== id) })}
                  />
                  {titleOf(id)}
                </label>
                <button
                  type="button"
                  className={`icon-button ${styles.move}`}
                  aria-label={t`Pin ${{ id: titleOf(id) }} as the first column`}
                  title={t`First column; stays in view when the table scrolls sideways`}
                  aria-pressed={pinned.includes(id)}
                  onClick={() => onChange(toggle(id))}
                >
                  <IconPin size={14} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className={`icon-button ${styles.move}`}
                  aria-label={t`Move ${{ id: titleOf(id) }} to the left`}
                  disabled={!isMovable(index, -1)}
                  onClick={() => onChange(move(id, -1))}
                >
                  <IconArrowUp size={14} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className={`icon-button ${styles.move}`}
                  aria-label={t`Move ${{ id: titleOf(id) }} to the right`}
                  disabled={!isMovable(index, 1)}
                  onClick={() => onChange(move(id, 1))}
                >
                  <IconArrowDown size={14} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ol>
          <h2>
            <Trans>Add</Trans>
          </h2>
          <TextInput
            ref={box}
            size="xs"
            aria-label={t`Search columns`}
            placeholder={t`Search factors and metrics`}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <div className={styles.offered}>
            {[...Map.groupBy(offered, ({ group }) => group)].map(([group, members]) => (
              <div key={group}>
                <h3 className={styles.group}>{group}</h3>
                {members.map(({ id, title }) => (
                  <label key={id} className="row gap-8 clickable tall-28">
                    <input
                      type="checkbox"
                      checked={false}
                      onChange={() => choose({ columns: [...columns, id] })}
                    />
                    {title}
                  </label>
                ))}
              </div>
            ))}
          </div>
          {!isUsual && (
            <Button
              size="xs"
              variant="default"
              onClick={() => choose({ columns: null, widths: {}, pinned: [] })}
            >
              <Trans>Reset columns</Trans>
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

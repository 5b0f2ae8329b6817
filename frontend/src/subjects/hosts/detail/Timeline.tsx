import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { TimelineEntry } from "@/api/types";
import { exactFact, formatFact } from "@/lib/fact-value";
import { formatCount } from "@/lib/units";
import { DifferenceTable } from "@/subjects/hosts/controls/DifferenceTable";
import { CompareInventories } from "@/subjects/hosts/detail/CompareInventories";
import styles from "@/subjects/hosts/detail/HostPage.module.css";
import { MomentRange } from "@/subjects/hosts/detail/MomentRange";
import { FACET } from "@/subjects/hosts/parts/facets";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";

interface TimelineProps {
  /** Newest first. */
  entries: readonly TimelineEntry[];
  /** Number of older ones that were not compared. */
  leftOut: number;
  shownId: string;
  /** The entry whose difference is open. */
  openId: string | null;
  onOpen: (id: string | null) => void;
  onShow: (id: string) => void;
}

/** What changed in the machine and when; each change opens field by field. */
export function Timeline({ entries, leftOut, ...more }: TimelineProps) {
  if (entries.length === 0) return null;
  return (
    <Card
      title={t`What changed`}
      subtitle={
        entries.length === 1
          ? t`One inventory so far, so no recorded change`
          : t`${{ entries: formatCount(entries.length) }} inventories, newest first${{ leftOut: leftOut > 0 ? t`; ${{ leftOut: formatCount(leftOut) }} older not compared` : "" }}`
      }
    >
      <ol className="list">
        {entries.map((entry) => (
          <Entry key={`${entry.inventory_id} ${entry.first_seen_at}`} entry={entry} {...more} />
        ))}
      </ol>
      {entries.length > 1 && <CompareInventories entries={entries} />}
    </Card>
  );
}

interface EntryProps extends Omit<TimelineProps, "entries" | "leftOut"> {
  entry: TimelineEntry;
}

function Entry({ entry, shownId, openId, onOpen, onShow }: EntryProps) {
  const { inventory_id: id, previous_inventory_id: previous, headlines } = entry;
  const isOpen = id === openId && previous !== null;
  const more = entry.change_count - entry.follow_count - headlines.length;
  return (
    <li className={styles.entry}>
      <div className="flow centred" style={{ gap: "4px 10px" }}>
        <span className="strong">
          <MomentRange from={entry.first_seen_at} to={entry.last_seen_at} />
        </span>
        <span className="hint">
          {plural({ run_count: entry.run_count }, { one: "# run", other: "# runs" })}
        </span>
        {entry.facets_changed.map((facet) => (
          <Badge key={facet}>{FACET[facet]}</Badge>
        ))}
        {entry.units === "different" && (
          <Badge title={t`Drives or memory modules with other serial numbers`}>
            <Trans>Parts replaced</Trans>
          </Badge>
        )}
        <span className="row gap-6 push no-print">
          {previous !== null && (
            <Button
              variant="default"
              size="compact-xs"
              aria-expanded={isOpen}
              onClick={() => onOpen(isOpen ? null : id)}
            >
              {isOpen ? t`Hide difference` : t`Difference`}
            </Button>
          )}
          {id === shownId ? (
            <span className="hint">
              <Trans>shown</Trans>
            </span>
          ) : (
            <Button variant="default" size="compact-xs" onClick={() => onShow(id)}>
              <Trans>Show</Trans>
            </Button>
          )}
        </span>
      </div>
      {previous === null ? (
        <p className="hint">
          <Trans>First inventory of this host.</Trans>
        </p>
      ) : (
        <ul className="above-4">
          {headlines.map(({ key, title, base, new: now, unit, follow_count: follow }) => (
            <li className="anywhere" key={key}>
              {title}
              {/* Many parts have the same field: which one it is, its path alone says. */}
              {headlines.filter((one) => one.title === title).length > 1 && <code> {key}</code>}:{" "}
              <span title={exactFact(base, unit)}>{formatFact(base, unit, key)}</span> →{" "}
              <strong title={exactFact(now, unit)}>{formatFact(now, unit, key)}</strong>
              {follow > 0 && (
                <span className="hint">
                  <Trans>
                    , with <Plural value={follow} one="# consequence" other="# consequences" />
                  </Trans>
                </span>
              )}
            </li>
          ))}
          {more > 0 && (
            <li className="anywhere hint">
              <Trans>
                and <Plural value={more} one="# more field" other="# more fields" />
              </Trans>
            </li>
          )}
          {entry.change_count === 0 && (
            <li className="anywhere hint">
              <Trans>Identical to the previous inventory.</Trans>
            </li>
          )}
        </ul>
      )}
      {isOpen && (
        <section className={styles.difference} aria-label={t`Differences from the previous inventory`}>
          <DifferenceTable base={previous} other={id} />
        </section>
      )}
    </li>
  );
}

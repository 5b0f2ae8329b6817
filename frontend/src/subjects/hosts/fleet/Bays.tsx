import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Bay, BayList } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/hosts/fleet/Bays.module.css";
import { RatedStrips } from "@/subjects/hosts/fleet/RatedStrips";
import { Card } from "@/ui/Card";

/** Hosts before the rest waits until it is asked for. */
const MAX_HOSTS = 12;

/** The drives of the view in their places, and how each fares beside its rating. */
export function Bays({ list }: { list: BayList }) {
  if (list.items.length === 0) return null;
  return (
    <div className={styles.pair}>
      <RatedStrips list={list} />
      <Grid list={list} />
    </div>
  );
}

function Grid({ list: { items, drives_left_out: left } }: { list: BayList }) {
  const bays = items.flatMap((host) => host.bays);
  const below = bays.filter(({ is_below: isBelow }) => isBelow).length;
  const known = bays.filter(({ link }) => link !== null).length;
  if (known === 0) return null;
  const unknown = bays.filter((bay) => !isPlaced(bay)).length;
  return (
    <Card
      title={t`Links at a glance`}
      subtitle={`${below === 0 ? t`None of ${plural(known, { one: "# known drive link", other: "# known drive links" })} degraded` : t`${{ below: formatCount(below) }} of ${plural(known, { one: "# known drive link", other: "# known drive links" })} degraded (marked)`}${unknown > 0 ? t`; ${plural(unknown, { one: "# drive", other: "# drives" })} without a known link` : ""}${left > 0 ? t`; ${plural(left, { one: "# more drive", other: "# more drives" })} not drawn` : ""}`}
    >
      <ul className={styles.hosts}>
        {items.slice(0, MAX_HOSTS).map((host) => (
          <li key={host.id}>
            <Link to={paths.host(host.id)} className={styles.host}>
              {host.name}
            </Link>
            <ul className="flow gap-6" aria-label={t`Drives of ${{ name: host.name }}`}>
              {host.bays.filter(isPlaced).map((bay) => (
                <Place key={bay.drive_id} bay={bay} />
              ))}
              <Unplaced n={host.bays.filter((bay) => !isPlaced(bay)).length} />
            </ul>
          </li>
        ))}
      </ul>
      {items.length > MAX_HOSTS && (
        <p className="hint above-10">
          <Trans>
            <Plural value={{ count: items.length - MAX_HOSTS }} one="# more host" other="# more hosts" />.
            Hosts with the most severe issues are shown; search to find the others.
          </Trans>
        </p>
      )}
    </Card>
  );
}

/** Whether there is something to say of its link. */
function isPlaced({ link, is_missing: isMissing }: Bay): boolean {
  return link !== null || isMissing;
}

function Unplaced({ n }: { n: number }) {
  if (n === 0) return null;
  return (
    <li className="hint" style={{ padding: "3px 0" }}>
      <Trans>
        <Plural value={n} one="# drive" other="# drives" /> without a known PCIe link
      </Trans>
    </li>
  );
}

function Place({ bay }: { bay: Bay }) {
  const state = bay.is_missing ? "missing" : bay.is_below ? "below" : "full";
  return (
    <li
      className={styles.bay}
      data-state={state}
      title={`${bay.slot ?? t`slot unknown`}, ${bay.name}${bay.model === null ? "" : `, ${bay.model}`}: ${TOLD[state]}`}
    >
      {bay.is_missing ? t`missing` : bay.link}
      <span className="visually-hidden">
        , {bay.slot ?? bay.name}: {TOLD[state]}
      </span>
    </li>
  );
}

const TOLD = {
  full: t`not degraded, as far as known`,
  below: t`degraded`,
  missing: t`missing from the newest inventory of its host`,
} as const;

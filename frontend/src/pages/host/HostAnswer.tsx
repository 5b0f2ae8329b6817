import {
  IconAlertTriangle,
  IconCircleDashed,
  IconLineDashed,
  IconTrendingDown,
  IconTrendingUp,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { HostDetail, HostSeries } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import styles from "@/pages/host/HostAnswer.module.css";
import { Yardstick } from "@/sections/answer/Yardstick";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { Missing } from "@/ui/Missing";

const KINDS = {
  best: { word: "At its best", icon: IconTrendingUp, tone: "" },
  below: { word: "Below its best", icon: IconLineDashed, tone: "" },
  worse: { word: "Worse than before", icon: IconTrendingDown, tone: styles.worse },
  doubted: { word: "Not to be trusted", icon: IconAlertTriangle, tone: styles.doubted },
  empty: { word: "Not measured", icon: IconCircleDashed, tone: "" },
} as const;

/** What this host gives at its best, since when, and the one thing to do next. */
export function HostAnswer({ host }: { host: HostDetail }) {
  const { kind, sentence, sure, text, series: key, next } = host.answer;
  const { word, icon: Icon, tone } = KINDS[kind];
  const spoken = host.series.find((one) => one.key === key);
  return (
    <section aria-label="Answer">
      <Card>
        <div className={styles.answer}>
          <span className={`${styles.tile} ${tone}`} aria-hidden="true">
            <Icon size={20} />
          </span>
          <div className={styles.said}>
            <p className={styles.kind}>
              <b>{word}</b>
              {sure !== "" && ` · ${sure}`}
            </p>
            <h2 className={styles.sentence}>{sentence}</h2>
            {text.length > 0 && <p className={styles.text}>{text.join(" ")}</p>}
          </div>
          <div className={styles.next}>
            <h3>Open on this host</h3>
            <p className={styles.step}>{next.title}</p>
            {next.text !== "" && <p>{next.text}</p>}
            {next.command !== null && <CommandLine text={next.command} name="command to run on the host" />}
          </div>
        </div>
        <dl className={styles.evidence}>
          <Evidence name="Latest">
            {spoken === undefined ? (
              <Missing reason="no run of this host is here" />
            ) : (
              <Figure series={spoken} of="latest" />
            )}
          </Evidence>
          <Evidence name="Best">
            {spoken === undefined ? (
              <Missing reason="no run of this host is here" />
            ) : (
              <Figure series={spoken} of="best" />
            )}
          </Evidence>
          <Evidence name="Links">
            <Links host={host} />
          </Evidence>
          <Evidence name="Drives">
            <Drives host={host} />
          </Evidence>
        </dl>
      </Card>
    </section>
  );
}

function Evidence({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Figure({ series, of }: { series: HostSeries; of: "latest" | "best" }) {
  const measured = series[of];
  if (measured === null) return <Missing reason="no run of it can be trusted" />;
  return (
    <>
      <Link to={paths.run(measured.run_id)}>{formatFact(measured.value, series.unit)}</Link>{" "}
      <Yardstick of={measured} />
    </>
  );
}

const NO_INVENTORY = "the runs of this host came without its hardware";

function Links({ host: { drives, inventory_id: inventory } }: { host: HostDetail }) {
  if (drives.links === 0)
    return <Missing reason={inventory === null ? NO_INVENTORY : "no drive has a PCIe link of its own"} />;
  const { links, degraded } = drives;
  return (
    <>
      {links - degraded} of {links} <small>as both ends can do</small>
    </>
  );
}

function Drives({ host: { drives, inventory_id: inventory } }: { host: HostDetail }) {
  if (drives.drives === 0)
    return <Missing reason={inventory === null ? NO_INVENTORY : "the inventory names no drive"} />;
  const there = drives.drives - drives.missing;
  return (
    <>
      {there} of {drives.drives}{" "}
      <small>{drives.missing > 0 ? `there; ${countOf(drives.missing, "drive")} missing` : "there"}</small>
    </>
  );
}

import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import {
  IconAlertTriangle,
  IconCircleDashed,
  IconLineDashed,
  IconTrendingDown,
  IconTrendingUp,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { HostDetail, HostSeries } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { paths } from "@/lib/paths";
import { HOST_TABS } from "@/subjects/hosts/detail/host-tabs";
import look from "@/subjects/runs/parts/answer/Answer.module.css";
import { AnswerBox, NextStep } from "@/subjects/runs/parts/answer/AnswerBox";
import { Yardstick } from "@/subjects/runs/parts/answer/Yardstick";
import { CommandLine } from "@/ui/CommandLine";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { TabLink } from "@/ui/page/PageTabs";

const KINDS = {
  best: { word: t`At its best level`, icon: IconTrendingUp, tone: "plain" },
  below: { word: t`Below its best level`, icon: IconLineDashed, tone: "plain" },
  worse: { word: t`Regression`, icon: IconTrendingDown, tone: "worse" },
  doubted: { word: t`Unreliable`, icon: IconAlertTriangle, tone: "doubted" },
  empty: { word: t`Not measured`, icon: IconCircleDashed, tone: "plain" },
} as const;

/** What this host gives at its best, since when, and the one thing to do next. */
export function HostAnswer({ host }: { host: HostDetail }) {
  const { kind, sentence, sure, text, series: key, next } = host.answer;
  const { word, icon, tone } = KINDS[kind];
  const spoken = host.series.find((one) => one.key === key);
  const isAlone = spoken?.runs === 1 && kind === "best";
  const figure = (of: "latest" | "best") =>
    spoken === undefined ? <Missing reason={t`no runs on this host`} /> : <Figure series={spoken} of={of} />;
  return (
    <AnswerBox
      word={isAlone ? t`One run of this workload` : word}
      sure={sure}
      // One run is no trend, so no line rises.
      icon={isAlone ? IconLineDashed : icon}
      tone={look[tone]}
      sentence={sentence}
      text={
        spoken === undefined || withPlainSpaces(sentence).includes(withPlainSpaces(spoken.name))
          ? text
          : [...text, t`Workload: ${{ spoken: spoken.name }}.`]
      }
      nextTitle={kind === "worse" || next.command !== null ? t`Next step` : t`Open issues`}
      next={
        <>
          <NextStep title={next.title} text={next.text} />
          {kind === "worse" && <TabLink tab={HOST_TABS.changes} />}
          {next.command !== null && (
            <CommandLine text={next.command} name={t`the command to run on the host`} />
          )}
        </>
      }
      figures={[
        ...(spoken !== undefined && spoken.best?.run_id === spoken.latest.run_id
          ? [
              {
                name: isAlone ? t`Only run of this workload` : t`Latest (also the best)`,
                value: figure("latest"),
              },
            ]
          : [
              { name: t`Latest`, value: figure("latest") },
              { name: t`Best`, value: figure("best") },
            ]),
        { name: t`Links`, value: <Links host={host} /> },
        { name: t`Drives`, value: <Drives host={host} /> },
      ]}
    />
  );
}

/** The service keeps a figure and its unit together by another space than the pages. */
const withPlainSpaces = (text: string) => text.replaceAll("\u00a0", " ");

function Figure({ series, of }: { series: HostSeries; of: "latest" | "best" }) {
  const measured = series[of];
  if (measured === null) return <Missing reason={t`no reliable run`} />;
  return (
    <>
      <Link to={paths.run(measured.run_id)}>{formatFact(measured.value, series.unit)}</Link>{" "}
      {measured.is_dated && (
        <small>
          <Moment iso={measured.at} />{" "}
        </small>
      )}
      {(measured.verdict?.kind === "limit" || measured.rated_share !== null) && <Yardstick of={measured} />}
    </>
  );
}

const NO_INVENTORY = t`no run on this host has an inventory`;

function Links({ host: { drives, inventory_id: inventory } }: { host: HostDetail }) {
  if (drives.links === 0)
    return (
      <Missing
        reason={
          inventory === null
            ? NO_INVENTORY
            : drives.is_virtual
              ? t`not visible inside a VM`
              : t`no drive with a known PCIe link`
        }
      />
    );
  const { links, degraded } = drives;
  return degraded > 0 ? (
    <Trans>
      {degraded} of {links} <small>degraded</small>
    </Trans>
  ) : (
    <Trans>
      {links} <small>known, none degraded</small>
    </Trans>
  );
}

function Drives({ host: { drives, inventory_id: inventory } }: { host: HostDetail }) {
  if (drives.drives === 0)
    return <Missing reason={inventory === null ? NO_INVENTORY : t`no drive in the inventory`} />;
  const there = drives.drives - drives.missing;
  return drives.missing > 0 ? (
    <Trans>
      {there} of {{ drives: drives.drives }}{" "}
      <small>
        present; <Plural value={{ missing: drives.missing }} one="# drive" other="# drives" /> missing
      </small>
    </Trans>
  ) : (
    <Trans>
      {there} <small>present</small>
    </Trans>
  );
}

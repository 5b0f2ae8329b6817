import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DriveModelDetail, ModelRated, ModelWorkload } from "@/api/types";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatBandwidth, formatBlockSizeProse, formatCount, formatIops, formatLatency } from "@/lib/units";
import { otherPattern } from "@/subjects/datasheets/parts/model-answer";
import { aboutWorkload, workloadKey } from "@/subjects/datasheets/parts/model-words";
import { nearestOfEach } from "@/subjects/datasheets/parts/nearest-rating";
import {
  conditionInWords,
  shareInWords,
  spanInWords,
  toneOf,
  VERDICTS,
  whyNotInWords,
} from "@/subjects/datasheets/parts/scorecard-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import styles from "@/ui/ListPage.module.css";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Workload` },
  { name: t`Verdict` },
  { name: t`Of rating`, isNumeric: true },
  { name: t`Runs`, isNumeric: true },
  { name: t`Measured`, isNumeric: true },
  { name: t`Rating`, isNumeric: true },
  { name: t`Why not comparable`, least: 240 },
  { name: t`Source`, least: 420 },
];

const WHY: Readonly<Record<NonNullable<ModelWorkload["why_not_rated"]>, string>> = {
  no_drive: t`the model of the measured drives is unknown`,
  no_card: t`there is no datasheet of this model`,
  several_models: t`a label names other drives`,
  layout: t`the layout of the drives is unknown`,
  no_figure: t`the datasheet has no rating for it`,
  not_measured: t`the run has no result that a datasheet rates`,
  not_read: t`parsed by an older version; reparse the runs`,
};

/** What the drives measured beside what the model is rated; never one number over runs of different verdicts. */
export function RatedCard({ model }: { model: DriveModelDetail }) {
  const [isWhole, setWhole] = useState(false);
  const rows = model.workloads.flatMap((workload) => workload.rated.map((rated) => ({ workload, rated })));
  const [first] = model.workloads;
  if (first === undefined) return null;
  const shown = isWhole ? rows : nearestOfEach(rows, ({ rated }) => rated.figure);
  return (
    <Card
      title={t`Measured vs. datasheet`}
      subtitle={
        shown.length < rows.length
          ? t`The closest workload for each rating. Each drive by its newest run; median over drives`
          : t`Each drive by its newest run; median over drives`
      }
      isFlush
    >
      {rows.length === 0 ? (
        <EmptyMessage
          title={t`No run of this model is comparable with a rating.`}
          detail={`${capital(WHY[first.why_not_rated ?? "no_figure"])}.`}
        />
      ) : (
        <>
          <Table caption={t`Share of the rating`} columns={COLUMNS} isDense>
            {shown.map(({ workload, rated }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one figure may differ in their reasons alone
              <Row key={`${workloadKey(workload)} ${i}`} workload={workload} rated={rated} />
            ))}
          </Table>
          {shown.length < rows.length && (
            <p className="links remark">
              <Button variant="default" size="xs" onClick={() => setWhole(true)}>
                <Trans>
                  Show all <Plural value={{ rows: rows.length }} one="# row" other="# rows" />
                </Trans>
              </Button>
            </p>
          )}
          <Notes workloads={model.workloads} />
        </>
      )}
    </Card>
  );
}

function Row({ workload, rated }: { workload: ModelWorkload; rated: ModelRated }) {
  const { figure, runs, share_lowest: low, share_highest: high } = rated;
  const span = spanInWords(figure, runs, [low, high]);
  const other = otherPattern(figure);
  const format = (value: number) =>
    figure.metric === "iops"
      ? `${formatIops(value)} IOPS`
      : figure.metric === "lat_ns"
        ? formatLatency(value)
        : formatBandwidth(value);
  return (
    <tr>
      <th scope="row">
        <div className={styles.drive}>
          {sentenceCase(workload.workload)}
          <div className="faint tiny">{aboutWorkload(workload)}</div>
        </div>
      </th>
      <td>
        <Badge tone={toneOf(figure)}>{VERDICTS[figure.verdict].word}</Badge>
      </td>
      <NumberCell title={VERDICTS[figure.verdict].share}>
        {shareInWords(figure)}
        {span !== null && <div className="faint tiny">{span}</div>}
      </NumberCell>
      <NumberCell>{formatCount(runs)}</NumberCell>
      <NumberCell>
        <Link to={paths.run(rated.run_id)}>{format(figure.measured)}</Link>
      </NumberCell>
      <NumberCell>
        {format(figure.rated)}
        {other !== null && <div className="faint tiny">{other}</div>}
      </NumberCell>
      <td className={styles.words}>
        {figure.differs.length === 0
          ? whyNotInWords(figure.verdict)
          : figure.differs.map((one) => conditionInWords(one, formatBlockSizeProse)).join("; ")}
      </td>
      <td className={styles.words}>
        <Source figure={figure} />
      </td>
    </tr>
  );
}

function Source({ figure: { card, source, claim, is_stated: isStated } }: { figure: ModelRated["figure"] }) {
  if (card === null) return t`from a label on the run`;
  if (source === null) return t`${{ title: card.title }}, “${claim}”: without source`;
  return (
    <>
      {isStated && t`stated by a label on the run; `}“{claim}”,{" "}
      <a href={source.address} target="_blank" rel="noreferrer">
        {source.title}
      </a>
      {source.page !== null && t`, page ${{ page: source.page }}`}
      {source.dated !== null && `, ${source.dated}`}
      {source.is_copy && t`, read from a copy`}
    </>
  );
}

function Notes({ workloads }: { workloads: readonly ModelWorkload[] }) {
  const unrated = workloads.filter(({ rated }) => rated.length === 0);
  if (unrated.length === 0) return null;
  const reasons = [...new Set(unrated.map(({ why_not_rated: why }) => WHY[why ?? "no_figure"]))];
  return (
    <p className="links remark">
      {t`${{ unrated: formatCount(unrated.length) }} of ${{ workloads: formatCount(workloads.length) }} workloads have no rating: ${{ reasons: reasons.join("; ") }}.`}
    </p>
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

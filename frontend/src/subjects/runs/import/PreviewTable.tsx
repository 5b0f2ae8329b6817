import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ImportPreview, PreviewRun, ResultFigures } from "@/api/types";
import { byJob } from "@/lib/direction";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/runs/import/PreviewTable.module.css";
import { ResultCells } from "@/subjects/runs/import/ResultCells";
import { RunNumber, runStyle } from "@/subjects/runs/import/RunNumber";
import { placeInWords, remark } from "@/subjects/runs/import/wording";
import { toolInWords } from "@/subjects/runs/parts/tool";
import { Badge, type Tone } from "@/ui/Badge";
import { CopyButton } from "@/ui/CopyButton";
import { Finding, FindingList } from "@/ui/Finding";
import { Moment } from "@/ui/Moment";
import { Table } from "@/ui/Table";

const TEXT = [t`Direction`, t`Job`, "rw", "bs", t`Depth`, t`Jobs`, t`Engine`, t`Direct`].map((name) => ({
  name,
}));
const NUMBERS = ["IOPS", t`Bandwidth`, t`clat mean`, "p50", "p99", t`Runtime`].map((name) => ({
  name,
  isNumeric: true,
}));
const COLUMNS = [...TEXT, ...NUMBERS];

const OUTCOME: Record<PreviewRun["outcome"], { word: string; tone: Tone }> = {
  complete: { word: t`All results read`, tone: "ok" },
  partial: { word: t`Partial output`, tone: "warn" },
  interrupted: { word: t`Interrupted`, tone: "warn" },
  not_understood: { word: t`Not understood`, tone: "warn" },
  failed: { word: t`Failed`, tone: "bad" },
};

interface PreviewTableProps {
  /** Names the table. */
  name: string;
  preview: ImportPreview;
  /** Shows the lines of a run, by its index. */
  onShow: (index: number) => void;
}

/** Every run that was found with its results, read before write within each job, and what is odd about them. */
export function PreviewTable({ name, preview, onShow }: PreviewTableProps) {
  return (
    <Table caption={t`Results found in ${name}`} columns={COLUMNS}>
      {preview.runs.map((run, index) => {
        const key = `${run.first_line}/${index}`;
        // Options come per result in the order of the output, which a page may change.
        const results = byJob(run.results).map((result) => ({
          result,
          options: run.job_options[run.results.indexOf(result)] ?? {},
        }));
        return [
          <RunRow key={key} run={run} index={index} onShow={() => onShow(index)} />,
          ...results.flatMap(({ result, options }) => [
            <tr key={`${key}/${result.position}`}>
              <ResultCells result={result} options={options} />
            </tr>,
            <Remarks key={`${key}/${result.position}/remarks`} problems={result.problems} />,
          ]),
          <Remarks key={`${key}/remarks`} problems={run.problems} />,
        ];
      })}
    </Table>
  );
}

interface RunRowProps {
  run: PreviewRun;
  index: number;
  onShow: () => void;
}

function RunRow({ run, index, onShow }: RunRowProps) {
  const place = placeInWords(run);
  const { word, tone } = OUTCOME[run.outcome];
  return (
    <tr className={styles.run} style={runStyle(index)}>
      <th scope="rowgroup" colSpan={COLUMNS.length}>
        <div className={styles.runHead}>
          <span className="visually-hidden">
            <Trans>Run </Trans>
          </span>
          <RunNumber index={index} />
          {run.title !== null && <span className={styles.tool}>{run.title}</span>}
          <span className={styles.tool}>{toolInWords(run.tool)}</span>
          <Badge tone={tone}>{word}</Badge>
          <span className="muted">
            {run.started_at === null ? (
              t`start time unknown`
            ) : (
              <Trans>
                started <Moment iso={run.started_at} />
              </Trans>
            )}
          </span>
          {run.target !== null && <span className="muted">{t`target ${{ target: run.target }}`}</span>}
          {run.series > 0 && (
            <span className="muted">{t`${{ series: formatCount(run.series) }} time series`}</span>
          )}
          {place !== null && (
            <button type="button" className="bare text-button" aria-label={t`Show ${place}`} onClick={onShow}>
              {place}
            </button>
          )}
        </div>
        {run.command_line !== null && (
          <div className={styles.command}>
            <code>{run.command_line}</code>
            <CopyButton text={run.command_line} name={t`command line of run ${{ count: index + 1 }}`} />
          </div>
        )}
      </th>
    </tr>
  );
}

function Remarks({ problems }: { problems: ResultFigures["problems"] }) {
  if (problems.length === 0) return null;
  return (
    <tr className={styles.remarks}>
      <td colSpan={COLUMNS.length}>
        <FindingList>
          {problems.map((problem) => (
            <Finding key={`${problem.where}/${problem.error}/${problem.detail}`} {...remark(problem)} />
          ))}
        </FindingList>
      </td>
    </tr>
  );
}

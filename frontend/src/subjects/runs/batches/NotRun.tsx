/** What of a datasheet its suite left unmeasured, each with the job that would measure it. */
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Batch, SpecCard } from "@/api/types";
import { type BandwidthUnits, formatBlockSizeProse } from "@/lib/units";
import { figureInWords, formatRated } from "@/subjects/datasheets/parts/scorecard-words";
import styles from "@/subjects/runs/batches/BatchPage.module.css";
import { cardQuery } from "@/subjects/runs/queries/runs";
import { CommandLine } from "@/ui/CommandLine";

type Figure = SpecCard["figures"][number];
type Rate = Figure & { metric: "iops" | "bw_bytes_per_s" | "lat_ns" };

/** Labels by which the agent's suite says which card and which of its figures, from 1, a run is made for. */
const CARD = "spec_card";
const FIGURES = "spec_figure";

/** Nothing where the batch is no datasheet's suite, or all figures of the card have a run. */
export function NotRun({ runs, units }: { runs: Batch["runs"]; units: BandwidthUnits }) {
  const id = runs.map(({ labels }) => labels[CARD]).find((card) => card !== undefined) ?? null;
  const card = useQuery(cardQuery(id)).data;
  if (card === undefined) return null;
  const measured = new Set(runs.flatMap(({ labels }) => (labels[FIGURES] ?? "").split(",").map(Number)));
  const missing = card.figures.flatMap((figure, i) =>
    !isRate(figure) || measured.has(i + 1) ? [] : { figure, place: i + 1 },
  );
  if (missing.length === 0) return null;
  return (
    <section aria-label={t`Datasheet figures without a run`} className={styles.notRun}>
      <h3>
        <Trans>
          Not run: <Plural value={{ missing: missing.length }} one="# figure" other="# figures" /> of{" "}
          {{ title: card.title }}
        </Trans>
      </h3>
      <ul className="grid gap-10">
        {missing.map(({ figure, place }) => (
          <li key={place}>
            <p>
              {figureInWords(figure, formatBlockSizeProse)}, {figure.claim}{" "}
              {formatRated(figure, figure.value, units)}
              {figure.rw !== "read" &&
                figure.rw !== "randread" &&
                t`: it writes and destroys the data on the drive`}
            </p>
            <CommandLine
              text={`fioboard spec job ${card.id} ${place}`}
              name={t`command that prints the job`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function isRate(figure: Figure): figure is Rate {
  return figure.metric === "iops" || figure.metric === "bw_bytes_per_s" || figure.metric === "lat_ns";
}

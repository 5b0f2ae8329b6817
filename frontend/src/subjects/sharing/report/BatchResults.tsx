import { ph, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useMemo, useState } from "react";
import type { SharedBatch } from "@/api/types";
import { RepeatsTable } from "@/subjects/runs/parts/RepeatsTable";
import { BestUnderLimit } from "@/subjects/runs/parts/sweep/BestUnderLimit";
import { SweepGrid } from "@/subjects/runs/parts/sweep/SweepGrid";
import { FIGURES, MAX_PANELS, sweepPlan, usualFigure } from "@/subjects/runs/parts/sweep/sweep";
import { Fold } from "@/subjects/sharing/report/Fold";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

// The words and tables do not wait for it.
const SweepCharts = lazy(async () => ({
  default: (await import("@/subjects/runs/parts/sweep/SweepCharts")).SweepCharts,
}));

/** A sweep or suite: its charts, every step, the best steps under a limit, and what its repeats show. */
export function BatchResults({ batch }: { batch: SharedBatch }) {
  const { swept, repeats, answer, run_count: count, steps } = batch;
  const plan = useMemo(() => sweepPlan(swept, repeats, []), [swept, repeats]);
  const [limit, setLimit] = useState<number | null>(
    answer?.figures.find(({ p99_limit_ns: ns }) => ns !== null)?.p99_limit_ns ?? null,
  );
  const hasP99 = repeats.some(({ clat_p99_ns: ns }) => ns !== null);
  const panels = plan?.panels.slice(0, MAX_PANELS) ?? [];
  const usual = plan === null ? "iops" : usualFigure(plan.x, repeats);
  return (
    <section className={styles.sections} aria-label={t`Results`}>
      <h2 className={styles.group}>
        <Trans>
          Results
          <span>
            {ph({
              steps:
                count < steps
                  ? t`${count} of ${plural(steps, { one: "# step", other: "# steps" })}`
                  : plural(count, { one: "# step", other: "# steps" }),
            })}
            , as they were when the link was created
          </span>
        </Trans>
      </h2>
      {(batch.name !== null || batch.note !== null) && (
        <Card>
          <div className={styles.words}>
            {batch.name !== null && (
              <p className={styles.strong}>
                <bdi>{batch.name}</bdi>
              </p>
            )}
            {batch.note !== null && (
              <p>
                <bdi>{batch.note}</bdi>
              </p>
            )}
          </div>
        </Card>
      )}
      {plan !== null && (
        <>
          {panels.map((panel, i) => (
            // On paper the tables below have every step: the short form draws one pair.
            <div key={panel.key} className={i === 0 ? "" : styles.long}>
              <Suspense fallback={<Pending />}>
                <SweepCharts
                  answer={answer}
                  plan={plan}
                  panel={panel}
                  figure={usual}
                  limit={hasP99 ? limit : null}
                  onLimit={setLimit}
                  units="decimal"
                />
              </Suspense>
            </div>
          ))}
          {(hasP99 ? [usual, "p99" as const] : [usual]).map((figure) => (
            <SweepGrid
              key={figure}
              title={t`Every step, ${{ figure: FIGURES[figure] }}`}
              plan={plan}
              panels={panels}
              figure={figure}
              limit={limit}
              usual={usual}
              units="decimal"
            />
          ))}
          {hasP99 && (
            <div className={styles.long}>
              <BestUnderLimit plan={plan} panels={panels} figure={usual} limit={limit} units="decimal" />
            </div>
          )}
        </>
      )}
      {/* The grids above have every step of a sweep. */}
      {repeats.length > 0 &&
        (plan === null ? (
          <Repeats repeats={repeats} />
        ) : (
          <Fold summary={t`Workloads and their repeats`}>
            <Repeats repeats={repeats} />
          </Fold>
        ))}
    </section>
  );
}

function Repeats({ repeats }: Pick<SharedBatch, "repeats">) {
  return (
    <Card
      title={t`Workloads and their repeats`}
      subtitle={t`Mean of the repeats with its 95 % confidence interval (needs at least 3 repeats)`}
      isFlush
    >
      <RepeatsTable repeats={repeats} units="decimal" />
    </Card>
  );
}

function Pending() {
  return (
    <Card>
      <div className={styles.pending} aria-busy="true">
        <Skeleton height={330} />
      </div>
    </Card>
  );
}

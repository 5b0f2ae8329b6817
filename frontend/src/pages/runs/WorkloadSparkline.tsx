import { useQuery } from "@tanstack/react-query";
import { workloadHistoryQuery } from "@/api/queries/runs";
import type { ListedResult as Result } from "@/api/types";
import { formatIops } from "@/lib/units";
import { sparkline } from "@/sections/sparkline";
import { Missing } from "@/ui/Missing";

const WIDTH = 88;
const HEIGHT = 18;

interface WorkloadSparklineProps {
  result: Result;
  hostName: string;
  runId: string;
}

/** IOPS of the same workload on the same host over time, this run marked. */
export function WorkloadSparkline({ result, hostName, runId }: WorkloadSparklineProps) {
  const history = useQuery(workloadHistoryQuery(result.workload_id, hostName, "iops"));
  if (history.data === undefined) return null;
  const points = history.data.points.filter((point) => point.direction === result.direction);
  const drawn = sparkline(points, runId, WIDTH, HEIGHT);
  if (drawn === null) return <Missing reason="the only run of this workload on this host" />;
  const words = `${points.length} runs, IOPS ${formatIops(drawn.low)} to ${formatIops(drawn.high)}`;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={words} style={{ verticalAlign: "middle" }}>
      <title>{words}</title>
      <polyline points={drawn.line} fill="none" stroke="var(--ink-3)" strokeWidth={1.25} />
      {drawn.own !== null && <circle cx={drawn.own.x} cy={drawn.own.y} r={2.75} fill="var(--accent)" />}
    </svg>
  );
}

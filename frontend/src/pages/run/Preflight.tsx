import { useQuery } from "@tanstack/react-query";
import { momentsQuery } from "@/api/queries/runs";
import { QueryError } from "@/components/QueryError";
import { formatCount } from "@/lib/units";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";

const TITLE = "Checked before the run";

/** What the agent looked at just before it started fio. A run that was not checked draws nothing. */
export function Preflight({ runId }: { runId: string }) {
  const moments = useQuery(momentsQuery(runId));
  if (moments.isPending) return null;
  if (moments.isError) {
    return (
      <Card title={TITLE}>
        <QueryError
          title="What was checked before the run could not be loaded."
          error={moments.error}
          onRetry={() => void moments.refetch()}
        />
      </Card>
    );
  }
  const checks = moments.data.preflight ?? [];
  if (checks.length === 0) return null;
  const fine = checks.filter((check) => check.status === "ok");
  return (
    <Card title={TITLE}>
      <FindingList>
        {checks
          .filter((check) => check.status === "warning")
          .map((check) => (
            <Finding key={check.id} severity="warn" what={check.text} />
          ))}
        {checks
          .filter((check) => check.status === "unknown")
          .map((check) => (
            <Finding key={check.id} severity="info" what={`Skipped: ${check.text}.`} why={check.reason} />
          ))}
        {fine.length > 0 && (
          <Finding
            severity="ok"
            what={`${formatCount(fine.length)} of ${formatCount(checks.length)} passed.`}
            why={fine.map((check) => check.text).join(" ")}
          />
        )}
      </FindingList>
    </Card>
  );
}

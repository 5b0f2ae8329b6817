import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { questionsQuery } from "@/subjects/sharing/queries/questions";

/** Which of a host's many runs its support checklist speaks of. */
export function SupportRun({ host }: { host: string }) {
  const run = useQuery(questionsQuery({ host })).data?.run_id ?? null;
  if (run === null) return null;
  return (
    <p className="links muted small">
      <Trans>
        Answered from <Link to={paths.run(run)}>one run</Link> of this host: its newest with an inventory,
        else its newest.
      </Trans>
    </p>
  );
}

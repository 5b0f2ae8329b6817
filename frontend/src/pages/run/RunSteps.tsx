import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { neighboursQuery } from "@/api/queries/runs";
import { paths } from "@/lib/paths";
import styles from "@/pages/run/RunPage.module.css";

/** The run before and the run after on the same host. */
export function RunSteps({ runId }: { runId: string }) {
  const around = useQuery(neighboursQuery(runId)).data;
  if (around === undefined) return null;
  const { previous, next } = around;
  return (
    <span className={styles.steps}>
      {previous !== null && (
        <Link to={paths.run(previous.id)} title={previous.title ?? "Previous run on this host"}>
          ‹ previous
        </Link>
      )}
      {next !== null && (
        <Link to={paths.run(next.id)} title={next.title ?? "Next run on this host"}>
          next ›
        </Link>
      )}
      {(previous !== null || next !== null) && "on this host"}
    </span>
  );
}

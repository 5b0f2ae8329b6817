import { Link } from "@tanstack/react-router";
import { AddHost } from "@/components/AddHost";
import { useCommandLine } from "@/components/use-command-line";
import { useMay } from "@/components/use-may";
import { paths } from "@/lib/paths";
import styles from "@/pages/runs/RunsPage.module.css";
import { EmptyMessage } from "@/ui/EmptyMessage";

/** An empty history says how to fill it. */
export function FirstRun() {
  const mayUpload = useMay("upload");
  const commandLine = useCommandLine();
  return (
    <EmptyMessage
      title="No runs yet."
      detail={
        <>
          <AddHost />
          <p className={styles.next}>
            The first run appears here by itself. Measure again after a change, select a run of before and one
            of after, and <strong>Compare</strong>; <code>--repeat 3</code> on both sides tells a difference
            from noise. <strong>Share</strong> on any page makes a link for the vendor.
          </p>
          {mayUpload && (
            <p className={styles.next}>
              To look around before, the service has five real cases: <code>{commandLine("demo load")}</code>
            </p>
          )}
        </>
      }
      action={mayUpload && <Link to={paths.import()}>Or import results that you already have</Link>}
    />
  );
}

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { AddHost } from "@/components/AddHost";
import styles from "@/components/FirstSteps.module.css";
import { LoadDemo } from "@/components/LoadDemo";
import { useMay } from "@/components/use-may";
import { paths } from "@/lib/paths";
import { EmptyMessage } from "@/ui/EmptyMessage";

interface FirstStepsProps {
  title: string;
  /** Opens the dialog that adds a host; absent where the command stands in the page itself. */
  onAdd?: () => void;
}

/** Leads from an empty service to the first comparison: add a host, run a test, compare. */
export function FirstSteps({ title, onAdd }: FirstStepsProps) {
  const mayUpload = useMay("upload");
  return (
    <EmptyMessage
      title={title}
      detail={
        <div className={styles.steps}>
          <ol>
            <li>
              <strong>Add a host and run a test</strong>
              {onAdd === undefined ? (
                <AddHost />
              ) : (
                <div>
                  <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onAdd}>
                    Add a host
                  </Button>
                </div>
              )}
            </li>
            <li>
              <strong>Measure again after a change</strong>
              <p>
                Use <code>--repeat 3</code> before and after to tell a difference from noise.
              </p>
            </li>
            <li>
              <strong>Compare</strong>
              <p>
                Select a run of before and one of after, then <Link to={paths.compare()}>Compare</Link>.{" "}
                <strong>Share</strong> on any page makes a link for the vendor.
              </p>
            </li>
          </ol>
          <LoadDemo />
        </div>
      }
      action={mayUpload && <Link to={paths.import()}>Or import results that you already have</Link>}
    />
  );
}

import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { AddHost } from "@/subjects/hosts/controls/AddHost";
import styles from "@/subjects/hosts/controls/FirstSteps.module.css";
import { LoadDemo } from "@/subjects/runs/controls/LoadDemo";
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
              <strong className="ink">
                <Trans>Add a host and run a test</Trans>
              </strong>
              {onAdd === undefined ? (
                <AddHost />
              ) : (
                <div>
                  <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onAdd}>
                    <Trans>Add a host</Trans>
                  </Button>
                </div>
              )}
            </li>
            <li>
              <strong className="ink">
                <Trans>Measure again after a change</Trans>
              </strong>
              <p>
                <Trans>
                  Use <code>--repeat 3</code> before and after to tell a difference from noise.
                </Trans>
              </p>
            </li>
            <li>
              <strong className="ink">
                <Trans>Compare</Trans>
              </strong>
              <p>
                <Trans>
                  Select a run from before and one from after, then <Link to={paths.compare()}>Compare</Link>.{" "}
                  <strong className="ink">Share</strong> on any page creates a link for the vendor.
                </Trans>
              </p>
            </li>
          </ol>
          <LoadDemo />
        </div>
      }
      action={
        mayUpload && (
          <Link to={paths.import()}>
            <Trans>Or import existing results</Trans>
          </Link>
        )
      }
    />
  );
}

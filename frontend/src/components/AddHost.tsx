import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { createEnrolment } from "@/api/queries/hosts";
import styles from "@/components/AddHost.module.css";
import { MutationError } from "@/components/ConfirmPassword";
import { useMay } from "@/components/use-may";
import { CommandLine } from "@/ui/CommandLine";
import { Moment } from "@/ui/Moment";

/** The agent's one-liner, made on demand: it carries a short-lived code, never a token. */
export function AddHost() {
  const enrolment = useMutation(createEnrolment());
  if (!useMay("session")) {
    return (
      <p className={styles.hint}>An admin can connect a test host: its agent then sends its results here.</p>
    );
  }
  return (
    <div className={styles.steps}>
      <p className={styles.hint}>
        Run this on the test host. It installs the agent and connects it to this service with a code that
        works once.
      </p>
      {enrolment.data === undefined ? (
        <div>
          <Button loading={enrolment.isPending} onClick={() => enrolment.mutate()}>
            Show the install command
          </Button>
        </div>
      ) : (
        <>
          <CommandLine text={enrolment.data.command} name="install command" />
          <p className={styles.expiry}>
            The code expires <Moment iso={enrolment.data.expires_at} />.
          </p>
        </>
      )}
      {enrolment.isError && (
        <MutationError
          title="The install command could not be made."
          error={enrolment.error}
          onRetry={() => enrolment.mutate()}
        />
      )}
      <p className={styles.hint}>
        Then run the quick suite there, about 20 seconds on a file that it makes and removes itself. FOLDER is
        any folder on the drive to be measured:
      </p>
      <CommandLine text="fioboard-agent suite quick --target FOLDER" name="suite command" />
    </div>
  );
}

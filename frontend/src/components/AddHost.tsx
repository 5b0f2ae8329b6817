import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { createEnrolment } from "@/api/queries/hosts";
import styles from "@/components/AddHost.module.css";
import { MutationError } from "@/components/ConfirmPassword";
import { EnrolmentSteps } from "@/components/EnrolmentSteps";
import { useMay } from "@/components/use-may";
import { CommandLine } from "@/ui/CommandLine";
import { Moment } from "@/ui/Moment";

interface AddHostProps {
  /** The known host that the agent continues; null: a new one, or the one that its machine is recognised as. */
  hostId?: string | null;
}

/** The agent's one-liner, made on demand: it carries a short-lived code, never a token. */
export function AddHost({ hostId = null }: AddHostProps) {
  const enrolment = useMutation(createEnrolment(hostId));
  const [hasCopied, setCopied] = useState(false);
  if (!useMay("session")) {
    return (
      <p className={styles.hint}>An admin can connect a test host: its agent then sends its results here.</p>
    );
  }
  return (
    <div className={styles.steps}>
      <p className={styles.hint}>
        Run this on the test host. It installs the agent and connects it to this service with a code that
        works once.{" "}
        {hostId === null
          ? "A machine that is known here already is recognised and continues its history."
          : "Its results become part of this host's history, whatever machine it runs on."}
      </p>
      {enrolment.data === undefined ? (
        <div>
          <Button loading={enrolment.isPending} onClick={() => enrolment.mutate()}>
            Show the install command
          </Button>
        </div>
      ) : (
        <>
          <CommandLine
            text={enrolment.data.command}
            name="install command"
            onCopied={() => setCopied(true)}
          />
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
      {enrolment.data !== undefined && <EnrolmentSteps id={enrolment.data.id} hasCopied={hasCopied} />}
    </div>
  );
}

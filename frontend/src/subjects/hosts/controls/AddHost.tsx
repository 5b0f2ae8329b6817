import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "@/api/vocabulary.gen";
import { formatCount } from "@/lib/units";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { EnrolmentSteps } from "@/subjects/hosts/controls/EnrolmentSteps";
import { describeQuickSuite, QUICK_COMMAND } from "@/subjects/hosts/controls/quick-suite";
import { createEnrolment } from "@/subjects/hosts/queries/hosts";
import { CommandLine } from "@/ui/CommandLine";
import { Moment } from "@/ui/Moment";

/** An address that leads to nobody but the machine that says it. */
const LOOPBACK = /\/\/(127\.|localhost|\[::1\])/;

/** `rack=7, row=b` by key; null for what is none. */
export function parseLabels(text: string): Record<string, string> | null {
  const labels: Record<string, string> = {};
  for (const part of text.split(",").map((one) => one.trim())) {
    const [, key, value] = /^([a-z0-9_.-]{1,64})=(.{1,256})$/u.exec(part) ?? [];
    if (key !== undefined && value !== undefined) labels[key] = value;
    else if (part !== "") return null;
  }
  return labels;
}

interface AddHostProps {
  /** The known host that the agent continues; null: a new one, or the one that its machine is recognised as. */
  hostId?: string | null;
}

/** The agent's one-liner, made on demand: it carries a short-lived code, never a token. */
export function AddHost({ hostId = null }: AddHostProps) {
  const enrolment = useMutation(createEnrolment(hostId));
  const [hasCopied, setCopied] = useState(false);
  const [hosts, setHosts] = useState("1");
  const [pattern, setPattern] = useState("");
  const wanted = Number(hosts);
  const isValid = Number.isInteger(wanted) && wanted >= 1 && wanted <= LIMITS.maxEnrolledHosts;
  const [labelled, setLabelled] = useState("");
  const labels = parseLabels(labelled);
  const create = () =>
    enrolment.mutate({ hosts: wanted, pattern: wanted > 1 ? pattern.trim() : "", labels: labels ?? {} });
  if (!useMay("session")) {
    return (
      <p className="muted">
        <Trans>An admin can add a host; its agent then uploads its results here.</Trans>
      </p>
    );
  }
  return (
    <div className="stack gap-10 left">
      <p className="muted">
        <Trans>
          1. Show the install command and run it on the machine to test. It installs the agent and registers
          the host with a one-time code.{" "}
          {{
            history:
              hostId === null
                ? t`A known machine keeps its history.`
                : t`Whichever machine runs it reports as this host, so run it on this host only.`,
          }}
        </Trans>
      </p>
      {enrolment.data === undefined ? (
        <div className="fields gap-12">
          {hostId === null && (
            <TextInput
              type="number"
              label={t`Number of hosts`}
              w={150}
              min={1}
              max={LIMITS.maxEnrolledHosts}
              value={hosts}
              error={
                isValid ? undefined : t`1 to ${{ maxEnrolledHosts: formatCount(LIMITS.maxEnrolledHosts) }}`
              }
              onChange={(event) => setHosts(event.currentTarget.value)}
            />
          )}
          {isValid && wanted > 1 && (
            <TextInput
              label={t`Host names`}
              placeholder={t`lab-* (optional)`}
              w={150}
              maxLength={LIMITS.maxHostCharacters}
              value={pattern}
              onChange={(event) => setPattern(event.currentTarget.value)}
            />
          )}
          <TextInput
            label={t`Labels`}
            placeholder={t`rack=7 (optional)`}
            w={180}
            value={labelled}
            error={labels === null ? t`key=value, separated by commas` : undefined}
            onChange={(event) => setLabelled(event.currentTarget.value)}
          />
          <Button loading={enrolment.isPending} disabled={!isValid || labels === null} onClick={create}>
            <Trans>Show the install command</Trans>
          </Button>
        </div>
      ) : (
        <>
          <CommandLine
            text={enrolment.data.command}
            name={t`install command`}
            onCopied={() => setCopied(true)}
          />
          <p className="hint">
            <Trans>
              The code expires <Moment iso={enrolment.data.expires_at} />.
            </Trans>{" "}
            {LOOPBACK.test(enrolment.data.command) && (
              <Trans>
                This address works only on the machine that runs the service. For other machines, set{" "}
                <code>FIOBOARD_BASE_URL</code> to an address that they can reach.
              </Trans>
            )}
          </p>
        </>
      )}
      {enrolment.isError && (
        <MutationError
          title={t`The install command could not be created.`}
          error={enrolment.error}
          onRetry={create}
        />
      )}
      <p className="muted">
        <Trans>2. Then run the quick test. {{ quick: describeQuickSuite() }}</Trans>
      </p>
      <CommandLine text={QUICK_COMMAND} name={t`suite command`} />
      {enrolment.data !== undefined && <EnrolmentSteps id={enrolment.data.id} hasCopied={hasCopied} />}
    </div>
  );
}

import { ph, plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button, Textarea, TextInput } from "@mantine/core";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { BareRuns, HardwareChoice } from "@/api/types";
import { minuteOfInput } from "@/lib/local-input";
import { formatCount } from "@/lib/units";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import styles from "@/subjects/hosts/detail/AddHardware.module.css";
import { addHardware, hardwareChoiceQuery } from "@/subjects/hosts/queries/hosts";
import { CommandLine } from "@/ui/CommandLine";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";

/** States the hardware of runs that came without: of those no older than the reader says, told before anything is kept. */
export function PasteHardware({ hostId }: { hostId: string }) {
  const [text, setText] = useState("");
  // As the control has it; null: as the service proposes.
  const [from, setFrom] = useState<string | null>(null);
  const since = from === null || from === "" ? null : new Date(from).toISOString();
  const choice = useQuery({ ...hardwareChoiceQuery(hostId, since), placeholderData: keepPreviousData });
  const add = useMutation(addHardware(hostId));
  const isJson = isObject(text);
  const runs = choice.data?.chosen.runs ?? 0;
  const submit = () => {
    if (isJson && choice.data !== undefined) add.mutate({ document: text, since: choice.data.since });
  };
  if (add.data !== undefined) {
    return (
      <p role="status" className={styles.way}>
        <Trans>
          <Plural value={{ runs: add.data.runs }} one="# run" other="# runs" /> on this host now have this
          hardware and are being parsed again; data path, limits and factors will update shortly.
        </Trans>
      </p>
    );
  }
  return (
    <form
      aria-label={t`Paste the inventory`}
      className={styles.way}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3>
        <Trans>Paste the inventory</Trans>
      </h3>
      <p>
        <Trans>
          Run on the host (as root to include drive health and memory) and paste the output. It is marked as
          entered by you.
        </Trans>
      </p>
      <CommandLine text="fioboard-agent inventory --json" name={t`inventory command`} />
      <Textarea
        label={t`Inventory, JSON`}
        rows={6}
        value={text}
        error={text.trim() !== "" && !isJson ? t`Not a valid JSON object.` : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {choice.isError ? (
        <QueryError
          title={t`The affected runs could not be determined.`}
          error={choice.error}
          onRetry={() => void choice.refetch()}
        />
      ) : (
        <>
          <TextInput
            type="datetime-local"
            label={t`For runs since`}
            description={t`Older runs may have used different hardware`}
            value={from ?? (choice.data === undefined ? "" : minuteOfInput(choice.data.since))}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <p aria-live="polite" className={styles.choice}>
            {choice.data !== undefined && <Chosen choice={choice.data} />}
          </p>
        </>
      )}
      <div>
        <Button type="submit" disabled={!isJson || runs === 0} loading={add.isPending}>
          {runs === 0
            ? t`Add hardware`
            : t`Add hardware to ${plural(runs, { one: "# run", other: "# runs" })}`}
        </Button>
      </div>
      {add.isError && isJson && (
        <MutationError title={t`The hardware could not be added.`} error={add.error} onRetry={submit} />
      )}
    </form>
  );
}

/** "Applies to 3 of the 14 runs without hardware, from 2 Nov 14:00 to 20 Nov 09:10." */
function Chosen({ choice: { every, chosen, since, max_age_days: days } }: { choice: HardwareChoice }) {
  if (every.runs === 0) return t`Every run on this host has an inventory.`;
  const older = every.runs - chosen.runs;
  if (chosen.runs === 0) {
    return (
      <Trans>
        No run is affected: all {{ runs: formatCount(every.runs) }} without hardware are older (
        <Range runs={every} />
        ). Choose an earlier time if the machine is still the same.
      </Trans>
    );
  }
  return (
    <>
      <Trans>
        Applies to{" "}
        <b>
          {ph({
            runs:
              older === 0
                ? plural({ runs: chosen.runs }, { one: "# run", other: "# runs" })
                : t`${{ chosen: formatCount(chosen.runs) }} of ${plural({ all: every.runs }, { one: "# run", other: "# runs" })}`,
          })}
        </b>{" "}
        without hardware, <Range runs={chosen} />.
      </Trans>
      {older > 0 && (
        <>
          {" "}
          <Trans>
            <Plural value={older} one="# run" other="# runs" /> older than <Moment iso={since} />{" "}
            <Plural value={older} one="stays" other="stay" /> unchanged. Set an earlier time to include runs
            older than {{ days: formatCount(days) }} days.
          </Trans>
        </>
      )}
      {chosen.undated > 0 &&
        t` ${plural({ undated: chosen.undated }, { one: "For # run without a start time, the time of upload is used", other: "For # runs without a start time, the time of upload is used" })}.`}
    </>
  );
}

function Range({ runs }: { runs: BareRuns }) {
  return (
    <Trans>
      from <Moment iso={runs.first_at} /> to <Moment iso={runs.last_at} />
    </Trans>
  );
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

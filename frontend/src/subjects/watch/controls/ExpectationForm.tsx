import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { MAX_GRACE_MINUTES } from "@/api/vocabulary.gen";
import styles from "@/subjects/watch/controls/ExpectedRuns.module.css";
import { suggestionWords, WEEKDAYS } from "@/subjects/watch/parts/expectation-words";
import { addExpectation, suggestionsQuery } from "@/subjects/watch/queries/expectations";

// The value of a select that stands for every workload.
const ANY = "";
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** What is expected from now on, with what the past of the workload would have met. */
export function ExpectationForm({ hostId, onDone }: { hostId: string; onDone: () => void }) {
  const [zone, setZone] = useState(OWN_ZONE);
  const [workload, setWorkload] = useState(ANY);
  const [weekdays, setWeekdays] = useState<readonly number[]>(WEEKDAYS.map((_, day) => day));
  const [by, setBy] = useState("");
  const [grace, setGrace] = useState("0");
  const suggestions = useQuery({ ...suggestionsQuery(hostId, zone), enabled: zone !== "" });
  const add = useMutation(addExpectation());
  const items = suggestions.data?.items ?? [];
  const chosen = items.find((one) => (one.workload_id ?? ANY) === workload);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      {
        host_id: hostId,
        workload_id: workload === ANY ? null : workload,
        weekdays: [...weekdays] as (0 | 1 | 2 | 3 | 4 | 5 | 6)[],
        by,
        zone,
        grace_minutes: Number(grace),
      },
      { onSuccess: onDone },
    );
  };
  return (
    <form className={styles.form} aria-label={t`Missing-run alert`} onSubmit={submit}>
      <NativeSelect
        size="xs"
        label={t`Workload`}
        value={workload}
        data={[
          { value: ANY, label: t`Any workload` },
          ...items
            .filter(({ workload_id: id }) => id !== null)
            .map((one) => ({ value: one.workload_id ?? ANY, label: one.workload ?? "" })),
        ]}
        onChange={(event) => setWorkload(event.currentTarget.value)}
      />
      {suggestions.isError && (
        <p role="alert" className="bad compact">
          {suggestions.error.message}
        </p>
      )}
      {chosen !== undefined && (
        <p className="faint compact below-12" role="status">
          {suggestionWords(chosen, suggestions.data?.days ?? 0)}{" "}
          {chosen.weekdays !== null && chosen.by !== null && (
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => {
                setWeekdays(chosen.weekdays ?? []);
                setBy(chosen.by ?? "");
              }}
            >
              <Trans>Use suggestion</Trans>
            </Button>
          )}
        </p>
      )}
      <fieldset className="flow compact" style={{ gap: "4px 12px" }} aria-label={t`Weekdays`}>
        {WEEKDAYS.map((name, day) => (
          <label className="inline-row gap-4 tall-24" key={name}>
            <input
              type="checkbox"
              checked={weekdays.includes(day)}
              onChange={() =>
                setWeekdays(
                  weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day],
                )
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
      <div className="fields gap-10">
        <TextInput
          size="xs"
          type="time"
          label={t`Start by`}
          value={by}
          onChange={(event) => setBy(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={t`Time zone`}
          value={zone}
          onChange={(event) => setZone(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          type="number"
          label={t`Grace period (min)`}
          min={0}
          max={MAX_GRACE_MINUTES}
          value={grace}
          onChange={(event) => setGrace(event.currentTarget.value)}
        />
      </div>
      <div className="fields gap-10">
        <Button
          size="xs"
          type="submit"
          loading={add.isPending}
          disabled={by === "" || weekdays.length === 0 || zone === "" || grace === ""}
        >
          <Trans>Save</Trans>
        </Button>
        <Button size="xs" variant="subtle" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      {add.isError && (
        <p role="alert" className="bad compact">
          <Trans>Alert not added: {{ message: add.error.message }}</Trans>
        </p>
      )}
    </form>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { HostOffers, Schedule } from "@/api/types";
import { MAX_JITTER_S } from "@/api/vocabulary.gen";
import { formatInZone } from "@/lib/time";
import { Companions, listOthers, useCompanions } from "@/subjects/measuring/controls/Companions";
import { TestFields } from "@/subjects/measuring/controls/TestFields";
import { chooseFirst, chooseOf, type TestChoice, toWanted } from "@/subjects/measuring/controls/test-choice";
import { addSchedule, changeSchedule, scheduleTimesQuery } from "@/subjects/measuring/queries/schedules";

const TYPING_MS = 200;
const WORDS = ["hourly", "daily", "weekly", "monthly"];
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

interface ScheduleFormProps {
  /** Hosts that can be chosen, with what they offer; one is not asked for. */
  hosts: readonly HostOffers[];
  /** The schedule that is changed; null: a new one. */
  schedule: Schedule | null;
  onDone: () => void;
}

/** What is measured again and again, and when; its next times while they are typed. */
export function ScheduleForm({ hosts, schedule, onDone }: ScheduleFormProps) {
  const [hostId, setHostId] = useState(schedule?.host.id ?? hosts[0]?.host_id ?? "");
  const offers = hosts.find((host) => host.host_id === hostId)?.offers ?? null;
  const [chosen, setChosen] = useState<TestChoice | null>(schedule === null ? null : chooseOf(schedule));
  const test = chosen ?? (offers === null ? null : chooseFirst(offers));
  const [together, setTogether] = useState<readonly string[]>(listOthers(schedule).map(({ id }) => id));
  const companions = useCompanions(hostId, offers, test, schedule);
  const [cron, setCron] = useState(schedule?.cron ?? "daily");
  const [zone, setZone] = useState(schedule?.zone ?? OWN_ZONE);
  const [jitter, setJitter] = useState(String((schedule?.jitter_s ?? 0) / 60));
  const [isOnlyIdle, setOnlyIdle] = useState(schedule?.only_when_idle ?? true);
  const [isExpected, setExpected] = useState(schedule?.is_expected ?? false);
  const [settled] = useDebouncedValue(cron, TYPING_MS);
  const times = useQuery(scheduleTimesQuery(settled, zone));
  const add = useMutation(addSchedule());
  const change = useMutation(changeSchedule(schedule?.id ?? ""));
  const saving = schedule === null ? add : change;
  if (offers === null || test === null) {
    return (
      <p className="faint compact" style={{ padding: "0 16px 10px" }}>
        <Trans>serve.toml lists no suite or job, or no target.</Trans>
      </p>
    );
  }
  const others = companions
    .filter(({ id }) => together.includes(id))
    .map(({ id, target }) => ({ host_id: id, target }));
  const all = [{ host_id: hostId, target: test.target }, ...others];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const timing = {
      cron,
      zone,
      jitter_s: Math.round(Number(jitter) * 60),
      only_when_idle: isOnlyIdle,
      is_expected: isExpected,
    };
    if (schedule === null)
      add.mutate(
        { ...(others.length === 0 ? { host_id: hostId } : { hosts: all }), ...toWanted(test), ...timing },
        { onSuccess: onDone },
      );
    else {
      // The run of a repeat stays what it is; hosts are named where there are, or were, several.
      const wanted = schedule.kind === "repeat" ? {} : toWanted(test, schedule.parameters);
      const isGroup = others.length > 0 || schedule.hosts !== null;
      change.mutate({ ...wanted, ...(isGroup ? { hosts: all } : {}), ...timing }, { onSuccess: onDone });
    }
  };
  return (
    <form
      className="stack gap-10 ruled"
      style={{ padding: "12px 16px 14px" }}
      aria-label={schedule === null ? t`New schedule` : t`Change schedule`}
      onSubmit={submit}
    >
      <div className="fields gap-10">
        {schedule === null && hosts.length > 1 && (
          <NativeSelect
            size="xs"
            label={t`Host`}
            value={hostId}
            data={hosts.map(({ host_id: value, host_name: label }) => ({ value, label }))}
            onChange={(event) => {
              setHostId(event.currentTarget.value);
              setChosen(null);
              setTogether([]);
            }}
          />
        )}
        {schedule?.kind !== "repeat" && <TestFields offers={offers} value={test} onChange={setChosen} />}
      </div>
      <Companions companions={companions} chosen={together} onChange={setTogether} />
      <div className="fields gap-10">
        <TextInput
          size="xs"
          label={t`When`}
          description={t`Cron expression, such as 30 2 * * 1-5, or hourly, daily, weekly, monthly`}
          list="schedule-words"
          value={cron}
          error={times.isError ? times.error.message : null}
          style={{ flex: "0 1 330px" }}
          onChange={(event) => setCron(event.currentTarget.value)}
        />
        <datalist id="schedule-words">
          {WORDS.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
        <TextInput
          size="xs"
          label={t`Time zone`}
          description={t`For example Europe/Berlin`}
          value={zone}
          onChange={(event) => setZone(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          type="number"
          label={t`Random delay (min)`}
          description={t`Keeps hosts from starting all at once`}
          min={0}
          max={MAX_JITTER_S / 60}
          step="any"
          value={jitter}
          onChange={(event) => setJitter(event.currentTarget.value)}
        />
      </div>
      <p className="muted small" style={{ minHeight: 20 }} role="status">
        {times.data !== undefined && !times.isError && (
          <Trans>
            {{ words: times.data.cron_words }}. Next:{" "}
            {{ next: times.data.next_times.map((one) => formatInZone(one, zone)).join(" · ") }}
          </Trans>
        )}
      </p>
      <label className="inline-row gap-8 compact tall-24">
        <input
          type="checkbox"
          checked={isOnlyIdle}
          onChange={(event) => setOnlyIdle(event.currentTarget.checked)}
        />
        {others.length === 0 ? (
          <Trans>Skip while the host has another request</Trans>
        ) : (
          <Trans>Skip on all hosts while one has another request</Trans>
        )}
      </label>
      <label className="inline-row gap-8 compact tall-24">
        <input
          type="checkbox"
          checked={isExpected}
          onChange={(event) => setExpected(event.currentTarget.checked)}
        />
        <Trans>Alert when a run is missing, 30 min after its latest start</Trans>
      </label>
      <div className="fields gap-10">
        <Button
          size="xs"
          type="submit"
          loading={saving.isPending}
          disabled={times.isError || cron.trim() === ""}
        >
          <Trans>Save</Trans>
        </Button>
        <Button size="xs" variant="subtle" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      {saving.isError && (
        <p role="alert" className="bad compact">
          <Trans>Not saved: {{ message: saving.error.message }}</Trans>
        </p>
      )}
    </form>
  );
}

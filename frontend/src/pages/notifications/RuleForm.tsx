import { Button, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { hostsQuery } from "@/api/queries/hosts";
import { addRule } from "@/api/queries/notifications";
import type { DestinationKind } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { MutationError } from "@/components/ConfirmPassword";
import styles from "@/pages/notifications/NotificationsPage.module.css";
import { hour, KINDS } from "@/pages/notifications/rule-words";

const HOURS = Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: hour(at) }));
const WAYS = [
  { value: "worse", label: "for the worse" },
  { value: "better", label: "for the better" },
  { value: "any", label: "better or worse" },
];
const LEAST = ["0", "1", "3", "5", "10", "20"].map((value) => ({
  value,
  label: value === "0" ? "of any size" : `by ${value} % or more`,
}));
const EMPTY = {
  name: "",
  kind: "mail" as DestinationKind,
  address: "",
  signing: "",
  way: "worse",
  least: "3",
  host: "",
  digest: "",
  from: "",
  to: "",
};

/** A rule of one's own: which changes, where to, and when. */
export function RuleForm() {
  const [draft, setDraft] = useState(EMPTY);
  const hosts = useQuery(hostsQuery()).data?.items ?? [];
  const rule = useMutation(addRule());
  const set = (changed: Partial<typeof EMPTY>) => setDraft({ ...draft, ...changed });
  const isSigned = draft.kind === "webhook";
  const isHalf = (draft.from === "") !== (draft.to === "");
  const submit = () =>
    rule.mutate(
      {
        name: draft.name.trim(),
        destination: {
          kind: draft.kind,
          address: draft.address.trim(),
          signing_secret: isSigned ? draft.signing : null,
        },
        is_worse: draft.way === "any" ? null : draft.way === "worse",
        least: Number(draft.least) / 100,
        host: draft.host === "" ? null : draft.host,
        digest_hour: hourOf(draft.digest),
        quiet_from: hourOf(draft.from),
        quiet_to: hourOf(draft.to),
      },
      { onSuccess: () => setDraft(EMPTY) },
    );
  const kind = KINDS[draft.kind];
  return (
    <form
      className={styles.form}
      autoComplete="off"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        className={styles.half ?? ""}
        label="Name"
        placeholder="nightly regressions"
        required
        maxLength={LIMITS.maxNameCharacters}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.half ?? ""}
        label="Tell me by"
        value={draft.kind}
        data={(["mail", "webhook", "chat"] as const).map((value) => ({ value, label: KINDS[value].label }))}
        onChange={(event) => set({ kind: event.currentTarget.value as DestinationKind })}
      />
      <TextInput
        className={styles.wide ?? ""}
        label={kind.address}
        description="It is stored encrypted and never shown again."
        placeholder={kind.example}
        required
        maxLength={2000}
        value={draft.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      {isSigned && (
        <PasswordInput
          className={styles.wide ?? ""}
          label="Signing secret"
          description="At least 16 characters. The header X-Fioboard-Signature is the HMAC-SHA256 of the body with it."
          required
          minLength={16}
          maxLength={256}
          autoComplete="off"
          value={draft.signing}
          onChange={(event) => set({ signing: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        className={styles.third ?? ""}
        label="Changes"
        value={draft.way}
        data={WAYS}
        onChange={(event) => set({ way: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.third ?? ""}
        label="Size"
        value={draft.least}
        data={LEAST}
        onChange={(event) => set({ least: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.third ?? ""}
        label="Host"
        value={draft.host}
        data={[{ value: "", label: "every host" }, ...new Set(hosts.map(({ name }) => name))]}
        onChange={(event) => set({ host: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.third ?? ""}
        label="When"
        value={draft.digest}
        data={[
          { value: "", label: "at once" },
          ...HOURS.map(({ value, label }) => ({ value, label: `once a day at ${label}` })),
        ]}
        onChange={(event) => set({ digest: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.third ?? ""}
        label="Quiet from"
        value={draft.from}
        data={[{ value: "", label: "no quiet hours" }, ...HOURS]}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.third ?? ""}
        label="Quiet until"
        value={draft.to}
        data={[{ value: "", label: "no quiet hours" }, ...HOURS]}
        error={isHalf ? "Quiet hours need both their ends." : undefined}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      <div className={styles.wide}>
        <Button
          type="submit"
          size="sm"
          loading={rule.isPending}
          disabled={draft.name.trim() === "" || draft.address.trim() === "" || isHalf}
        >
          Add the rule
        </Button>
      </div>
      {rule.isError && (
        <div className={styles.wide}>
          <MutationError title="The rule was not added." error={rule.error} onRetry={submit} />
        </div>
      )}
    </form>
  );
}

const hourOf = (text: string) => (text === "" ? null : Number(text));

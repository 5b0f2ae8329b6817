import { Autocomplete, Button, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { hostsQuery } from "@/api/queries/hosts";
import { storeTyped } from "@/api/queries/imports";
import { QueryError } from "@/components/QueryError";
import { paths } from "@/lib/paths";
import styles from "@/pages/import/AboutForm.module.css";
import {
  type DraftProblems,
  documentOf,
  draftProblems,
  EMPTY_DRAFT,
  refusedFields,
  type TypedDraft,
} from "@/pages/import/typed";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";

type TextField = Exclude<keyof TypedDraft, "labels" | "direction" | "host" | "note">;

const WORKLOAD: readonly [TextField, string, string][] = [
  ["rw", "I/O pattern", "fio's rw: randread, write, …"],
  ["bs", "Block size", "4k, 64k, 1M"],
  ["iodepth", "Queue depth", "Per job"],
  ["numjobs", "Jobs", "Or threads at once"],
];
const FIGURES: readonly [TextField, string, string][] = [
  ["iops", "IOPS", "12.9k, 12900, 1.5M"],
  ["bandwidth", "Bandwidth", "With its unit: 106 MB/s, 6.5 GiB/s"],
  ["latency", "Mean latency", "With its unit: 7.75 ms, 90 us"],
  ["latency_p99", "Latency p99", "With its unit"],
  ["runtime", "Runtime", "With its unit: 300 s"],
];
const ABOUT: readonly [TextField, string, string][] = [
  ["tool", "Tool", "What measured"],
  ["target", "Target", "File or device"],
  ["date", "Date", "2026-11-22"],
  ["title", "Title", "Empty: target and workload"],
];

/** One result that somebody read in a mail or on a slide: stored as typed, never among what was measured. */
export function TypedCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="Enter a result manually"
      subtitle="From an e-mail or slide; marked as entered by you"
      actions={
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close the form" : "Enter a result"}
        </Button>
      }
    >
      {isOpen && <TypedForm />}
    </Card>
  );
}

function TypedForm() {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [isChecked, setChecked] = useState(false);
  const hosts = useQuery(hostsQuery());
  const store = useMutation(storeTyped());
  const own = draftProblems(draft);
  const refused = refusedFields(store.error);
  const problems: DraftProblems = isChecked ? { ...refused, ...own } : {};
  const change = (changed: Partial<TypedDraft>) => {
    setDraft({ ...draft, ...changed });
    if (!store.isIdle) store.reset();
  };
  const field = ([name, label, description]: readonly [TextField, string, string]) => (
    <TextInput
      key={name}
      label={label}
      description={description}
      autoComplete="off"
      value={draft[name]}
      error={problems[name]}
      inputWrapperOrder={["label", "description", "error", "input"]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      aria-label="Type a result"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.keys(own).length === 0) store.mutate(documentOf(draft));
      }}
    >
      <div className={styles.fields}>
        <Autocomplete
          label="Host"
          description="The machine that was measured"
          maxLength={253}
          data={[...new Set(hosts.data?.items.map((host) => host.name))]}
          limit={6}
          comboboxProps={{ withinPortal: false }}
          inputWrapperOrder={["label", "description", "error", "input"]}
          value={draft.host}
          error={problems.host}
          onChange={(host) => change({ host })}
        />
        <NativeSelect
          label="Direction"
          description="What the figures are of"
          data={["read", "write", "trim", "mixed"]}
          value={draft.direction}
          error={problems.direction}
          onChange={(event) => change({ direction: event.currentTarget.value as TypedDraft["direction"] })}
        />
        {WORKLOAD.map(field)}
        {FIGURES.map(field)}
        {ABOUT.map(field)}
        <TagsInput
          label="Labels"
          description="key=value, Enter adds one"
          splitChars={["\n"]}
          value={draft.labels}
          error={problems.labels}
          onChange={(labels) => change({ labels })}
        />
        <Textarea
          label="Note"
          description="Where the figures come from"
          rows={1}
          maxLength={20_000}
          value={draft.note}
          error={problems.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </div>
      <div className={styles.submit}>
        <Button type="submit" loading={store.isPending}>
          Save as typed
        </Button>
        <p role="status">
          {store.data !== undefined && (
            <>
              <Badge tone="ok">{store.data.status === "created" ? "Saved" : "Already there"}</Badge>{" "}
              <Link to={paths.run(store.data.id)}>The typed run</Link>
            </>
          )}
          {problems[""]}
        </p>
      </div>
      {store.isError && refused === null && (
        <QueryError title="The result was not saved." error={store.error} />
      )}
    </form>
  );
}

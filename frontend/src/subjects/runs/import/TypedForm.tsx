import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Autocomplete, Button, NativeSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "@/lib/paths";
import { hostsQuery } from "@/subjects/hosts/queries/hosts";
import styles from "@/subjects/runs/import/AboutForm.module.css";
import {
  type DraftProblems,
  documentOf,
  draftProblems,
  EMPTY_DRAFT,
  refusedFields,
  type TypedDraft,
} from "@/subjects/runs/import/typed";
import { storeTyped } from "@/subjects/runs/queries/imports";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { QueryError } from "@/ui/page/QueryError";

type TextField = Exclude<keyof TypedDraft, "labels" | "direction" | "host" | "note">;

const WORKLOAD: readonly [TextField, string, string][] = [
  ["rw", t`I/O pattern`, t`fio's rw: randread, write, …`],
  ["bs", t`Block size`, "4k, 64k, 1M"],
  ["iodepth", t`Queue depth`, t`Per job`],
  ["numjobs", t`Jobs`, t`Jobs or threads at the same time`],
];
const FIGURES: readonly [TextField, string, string][] = [
  ["iops", "IOPS", "12.9k, 12900, 1.5M"],
  ["bandwidth", t`Bandwidth`, t`With its unit: 106 MB/s, 6.5 GiB/s`],
  ["latency", t`Mean latency`, t`With its unit: 7.75 ms, 90 us`],
  ["latency_p99", t`p99 latency`, t`With its unit`],
  ["runtime", t`Runtime`, t`With its unit: 300 s`],
];
const ABOUT: readonly [TextField, string, string][] = [
  ["tool", t`Tool`, t`The program that measured`],
  ["target", t`Target`, t`File or device`],
  ["date", t`Date`, "2026-11-22"],
  ["title", t`Title`, t`Default: target and workload`],
];

/** One result that somebody read in a mail or on a slide: stored as typed, never among what was measured. */
export function TypedCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={t`Enter a result manually`}
      subtitle={t`From an e-mail or slide; marked as entered by you`}
      actions={
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t`Close the form` : t`Enter a result`}
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
      aria-label={t`Type a result`}
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.keys(own).length === 0) store.mutate(documentOf(draft));
      }}
    >
      <div className={styles.fields}>
        <Autocomplete
          label={t`Host`}
          description={t`The machine that was measured`}
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
          label={t`Direction`}
          description={t`What was measured`}
          data={["read", "write", "trim", "mixed"]}
          value={draft.direction}
          error={problems.direction}
          onChange={(event) => change({ direction: event.currentTarget.value as TypedDraft["direction"] })}
        />
        {WORKLOAD.map(field)}
        {FIGURES.map(field)}
        {ABOUT.map(field)}
        <TagsInput
          label={t`Labels`}
          description={t`key=value; press Enter to add`}
          splitChars={["\n"]}
          value={draft.labels}
          error={problems.labels}
          onChange={(labels) => change({ labels })}
        />
        <Textarea
          label={t`Note`}
          description={t`Where the figures come from`}
          rows={1}
          maxLength={20_000}
          value={draft.note}
          error={problems.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </div>
      <div className={styles.submit}>
        <Button type="submit" loading={store.isPending}>
          <Trans>Save result</Trans>
        </Button>
        <p role="status">
          {store.data !== undefined && (
            <>
              <Badge tone="ok">{store.data.status === "created" ? t`Saved` : t`Already there`}</Badge>{" "}
              <Link to={paths.run(store.data.id)}>
                <Trans>The typed run</Trans>
              </Link>
            </>
          )}
          {problems[""]}
        </p>
      </div>
      {store.isError && refused === null && (
        <QueryError title={t`The result was not saved.`} error={store.error} />
      )}
    </form>
  );
}

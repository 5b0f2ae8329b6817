import { Button, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { addHardware } from "@/api/queries/hosts";
import type { HostDetail } from "@/api/types";
import { AddHost } from "@/components/AddHost";
import { MutationError } from "@/components/ConfirmPassword";
import { useMay } from "@/components/use-may";
import { countOf } from "@/lib/format";
import styles from "@/pages/host/AddHardware.module.css";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";

/** Instead of the machine where no inventory came: paste it, or let the agent send it; and what its runs alone tell. */
export function AddHardware({ host }: { host: HostDetail }) {
  const mayWrite = useMay("write");
  return (
    <Card
      title="Add the hardware"
      subtitle={
        host.hardware.length === 0
          ? "The runs of this host came without it, and tell nothing of the machine"
          : `Known from its runs alone: ${host.hardware.join(" · ")}`
      }
    >
      <div className={styles.ways}>
        {mayWrite && <PasteHardware hostId={host.id} />}
        <section aria-label="With the agent" className={styles.way}>
          <h3>Or let the agent send it</h3>
          <p>
            It comes with each run that the agent makes: board, processors, links, drives and their health.
            Then this page shows the machine, what its links can carry, and what changed in it.
          </p>
          <AddHost />
        </section>
      </div>
    </Card>
  );
}

function PasteHardware({ hostId }: { hostId: string }) {
  const [text, setText] = useState("");
  const add = useMutation(addHardware(hostId));
  const inventory = parsed(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (inventory !== null) add.mutate(inventory);
  };
  if (add.data !== undefined) {
    return (
      <p role="status" className={styles.way}>
        {countOf(add.data.runs, "run")} of this host have the hardware now and are being read again: path,
        limits and factors follow in a moment.
      </p>
    );
  }
  return (
    <form aria-label="Paste the inventory" className={styles.way} onSubmit={submit}>
      <h3>Paste the inventory</h3>
      <p>
        Run this on the host, once as root if drive health and memory shall be known, and paste what it
        prints. It is for the runs that came without hardware; should the machine have changed since, let the
        agent send it.
      </p>
      <CommandLine text="fioboard-agent inventory --json" name="inventory command" />
      <Textarea
        label="Inventory, JSON"
        rows={6}
        value={text}
        error={text.trim() !== "" && inventory === null ? "This is no JSON object." : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" disabled={inventory === null} loading={add.isPending}>
          Add the hardware
        </Button>
      </div>
      {add.isError && inventory !== null && (
        <MutationError
          title="The hardware could not be added."
          error={add.error}
          onRetry={() => add.mutate(inventory)}
        />
      )}
    </form>
  );
}

/** The object that a text is; null for anything else. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    // What is neither null nor a list is a record here.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

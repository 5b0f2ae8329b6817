import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { TimelineEntry } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatUtc } from "@/lib/time";

/** Any two inventories of the host, not only neighbours. */
export function CompareInventories({ entries }: { entries: readonly TimelineEntry[] }) {
  // One choice per inventory: an old one that came back stands for its newest stretch.
  const firsts = [
    ...new Map(entries.toReversed().map((entry) => [entry.inventory_id, entry])).values(),
  ].toReversed();
  const [base, setBase] = useState<string | null>(firsts.at(-1)?.inventory_id ?? null);
  const [other, setOther] = useState<string | null>(firsts[0]?.inventory_id ?? null);
  const navigate = useNavigate();
  const choices = firsts.map((entry) => ({
    value: entry.inventory_id,
    label: formatUtc(entry.first_seen_at),
  }));
  if (choices.length < 2) return null;
  return (
    <form
      className="fields gap-10 ruled above-14 no-print"
      style={{ paddingTop: 12 }}
      aria-label={t`Compare two inventories`}
      onSubmit={(event) => {
        event.preventDefault();
        if (base !== null && other !== null) void navigate({ to: paths.difference(base, other) });
      }}
    >
      <Select label={t`Base`} data={choices} value={base} onChange={setBase} />
      <Select label={t`New`} data={choices} value={other} onChange={setOther} />
      <Button type="submit" variant="default" disabled={base === other}>
        <Trans>Compare</Trans>
      </Button>
    </form>
  );
}

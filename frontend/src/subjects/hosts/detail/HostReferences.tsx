import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Held } from "@/api/types";
import { paths } from "@/lib/paths";
import { HeldBadge } from "@/subjects/watch/controls/references/HeldFigure";
import { ReferenceList } from "@/subjects/watch/controls/references/ReferenceList";
import { heldCounts } from "@/subjects/watch/parts/reference-words";
import { hostFiguresQuery, referencesQuery } from "@/subjects/watch/queries/references";
import { Card } from "@/ui/Card";

/** What is pinned for a host, and how what it measured last stands to each; nothing where nothing is pinned. */
export function HostReferences({ hostId }: { hostId: string }) {
  const references = useQuery(referencesQuery(hostId)).data?.items ?? [];
  const figures = useQuery({ ...hostFiguresQuery(hostId), enabled: references.length > 0 }).data?.items ?? [];
  if (references.length === 0) return null;
  const newest = (id: string) => figures.find((one) => one.parts.some((part) => part.reference.id === id));
  return (
    <Card title={t`Baselines`} subtitle={t`Latest results vs. this host's baselines`} isFlush>
      <ReferenceList
        references={references}
        about={({ id }) => <Newest held={newest(id)} isAsked={figures.length > 0} />}
      />
    </Card>
  );
}

function Newest({ held, isAsked }: { held: Held | undefined; isAsked: boolean }) {
  const [part] = held?.parts ?? [];
  if (held === undefined || part === undefined)
    return isAsked ? (
      <p>
        <Trans>The latest results are compared with another baseline.</Trans>
      </p>
    ) : null;
  return (
    <p className="inline-row at-baseline gap-6 unbroken">
      <Link to={held.run_id === null ? paths.batch(held.batch_id ?? "") : paths.run(held.run_id)}>
        {held.run_id === null ? t`The newest batch` : t`The newest run`}
      </Link>
      <HeldBadge part={part} />
      <span className="faint tiny">{heldCounts(part)}</span>
    </p>
  );
}

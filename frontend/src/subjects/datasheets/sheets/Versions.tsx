import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { SpecCard } from "@/api/types";
import { formatCount } from "@/lib/units";
import { ORIGINS, sheetChanges } from "@/subjects/datasheets/parts/sheet-words";
import { sheetVersionsQuery } from "@/subjects/datasheets/queries";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** Who wrote which version when, and what it says that the one before it did not. */
export function Versions({ card }: { card: SpecCard }) {
  const versions = useQuery(sheetVersionsQuery(card.id));
  const items = versions.data?.items ?? [];
  return (
    <Card title={t`Versions`} subtitle={t`The first version listed applies; older versions are kept`}>
      {versions.isPending ? (
        <Skeleton height={60} />
      ) : versions.isError ? (
        <QueryError
          title={t`The versions could not be loaded.`}
          error={versions.error}
          onRetry={() => void versions.refetch()}
        />
      ) : (
        <ul className="grid gap-6 compact anywhere">
          {items.map((one, i) => (
            <li key={`${one.origin} ${one.version}`}>
              <Version card={one} before={items[i + 1]} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Version({ card, before }: { card: SpecCard; before: SpecCard | undefined }) {
  const changes = before === undefined ? [] : sheetChanges(card, before);
  return (
    <>
      {card.origin === "built_in" ? (
        ORIGINS.built_in
      ) : (
        <>
          <Trans>Version {{ version: formatCount(card.version) }}</Trans>
          {card.made_at !== null && (
            <>
              , <Moment iso={card.made_at} />
            </>
          )}
          {card.made_by !== null && t`, by ${{ made_by: card.made_by }}`}
        </>
      )}
      {before !== undefined && (
        <div className="faint tiny">
          {changes.length === 0
            ? t`The figures are the same as in the previous version.`
            : changes.join(" · ")}
        </div>
      )}
    </>
  );
}

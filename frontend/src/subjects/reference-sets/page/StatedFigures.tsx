import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReferenceSet } from "@/api/types";
import { StatedTable } from "@/subjects/reference-sets/parts/StatedTable";
import { statedQuery } from "@/subjects/reference-sets/queries";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** Every figure that a set states, with its source. */
export function StatedFigures({ set, onClose }: { set: ReferenceSet; onClose: () => void }) {
  const stated = useQuery(statedQuery(set.id));
  const name = set.maker_name ?? t`an unnamed lab`;
  return (
    <Dialog title={t`Stated figures of ${name}`} isWide onClose={onClose}>
      {stated.isError ? (
        <QueryError title={t`The figures could not be loaded.`} error={stated.error} />
      ) : stated.data === undefined ? (
        <Skeleton height={200} />
      ) : (
        <>
          <StatedTable caption={t`Stated figures of ${name}`} figures={stated.data.items} />
          {stated.data.left_out > 0 && (
            <p>
              {plural(stated.data.left_out, {
                one: "# more is not listed.",
                other: "# more are not listed.",
              })}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

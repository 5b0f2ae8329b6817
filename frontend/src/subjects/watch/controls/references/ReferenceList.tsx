import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Reference } from "@/api/types";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { scopeWords } from "@/subjects/watch/parts/reference-words";
import { takeBackReference } from "@/subjects/watch/queries/references";
import { Moment } from "@/ui/Moment";

interface ReferenceListProps {
  references: readonly Reference[];
  /** What else is to be said of one. */
  about?: (reference: Reference) => ReactNode;
}

/** References with what they are for, their runs, and the way to take one back. */
export function ReferenceList({ references, about }: ReferenceListProps) {
  const mayWrite = useMay("write");
  const byId = new Map(references.map((one) => [one.id, one.name]));
  return (
    <ul className="links">
      {references.map((one) => (
        <li className="entry compact" key={one.id}>
          <div className="under">
            <strong>{one.name}</strong>
            <p>
              <Trans>
                For {{ one: scopeWords(one) }} · <Runs reference={one} />
              </Trans>
            </p>
            {one.note !== null && <p>{one.note}</p>}
            <p>
              <Trans>
                Set by {{ pinned_by: one.pinned_by }} <Moment iso={one.pinned_at} />
                <End reference={one} successor={byId.get(one.replaced_by_id ?? "")} />
              </Trans>
            </p>
            {about?.(one)}
          </div>
          {mayWrite && one.ended_at === null && <TakeBack reference={one} />}
        </li>
      ))}
    </ul>
  );
}

function Runs({ reference: { runs, run_ids: left } }: { reference: Reference }) {
  const deleted = runs - left.length;
  return (
    <>
      {left.length === 0 ? (
        plural(runs, { one: "# run", other: "# runs" })
      ) : (
        <Link to={paths.runs({ filter: { run: left } })}>
          {plural({ left: left.length }, { one: "# run", other: "# runs" })}
        </Link>
      )}
      {deleted > 0 && (left.length === 0 ? t`, all deleted` : t`, ${deleted} more deleted`)}
    </>
  );
}

function End({ reference, successor }: { reference: Reference; successor: string | undefined }) {
  if (reference.ended_at === null) return null;
  const how =
    reference.replaced_by_id === null
      ? t`removed`
      : successor === undefined
        ? t`replaced`
        : t`replaced by “${successor}”`;
  return (
    <>
      <Trans>, {how} by </Trans>
      {reference.ended_by} <Moment iso={reference.ended_at} />
    </>
  );
}

function TakeBack({ reference: { id, name } }: { reference: Reference }) {
  const takeBack = useMutation(takeBackReference());
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        loading={takeBack.isPending}
        aria-label={t`Remove ${name}`}
        onClick={() => takeBack.mutate(id)}
      >
        <Trans>Remove</Trans>
      </Button>
      {takeBack.isError && (
        <p role="alert" className="bad">
          <Trans>Not removed: {{ message: takeBack.error.message }}</Trans>
        </p>
      )}
    </div>
  );
}

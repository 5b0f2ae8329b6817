import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { FactorChange, SharedDocument } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { factorOf } from "@/lib/factor";
import { sideValue } from "@/subjects/compare/parts/factor-change";
import { Badge } from "@/ui/Badge";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

interface ChangedFactorsProps {
  changes: readonly FactorChange[];
  /** Base, then new. */
  sides: readonly (Series | undefined)[];
  factors: SharedDocument["factors"];
}

/** What differs in the setting of two sides, with what follows from what. */
export function ChangedFactors({ changes, sides, factors }: ChangedFactorsProps) {
  const columns = [t`Factor`, heading(t`Base`, sides[0]), heading(t`New`, sides[1]), t`Kind`];
  const shown = (change: FactorChange, value: FactorChange["base"]) => {
    const { text, reason } = sideValue(factors, change, value);
    return text ?? <Missing reason={reason} />;
  };
  return (
    <Table caption={t`Factors that changed`} columns={columns.map((name) => ({ name }))} isDense>
      {changes.map((change) => (
        <tr key={change.key}>
          <th scope="row">{change.title}</th>
          <td>{shown(change, change.base)}</td>
          <td>{shown(change, change.new)}</td>
          <td>
            <Kind change={change} factors={factors} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function heading(word: string, side: Series | undefined): string {
  return side === undefined || side.label.toLowerCase() === word.toLowerCase()
    ? word
    : `${word}: ${side.label}`;
}

function Kind({
  change: { state, follows_from },
  factors,
}: {
  change: FactorChange;
  factors: SharedDocument["factors"];
}) {
  if (follows_from !== null)
    return <Trans>follows from {{ title: factorOf(factors, follows_from)?.title ?? follows_from }}</Trans>;
  if (state === "cannot_tell")
    return (
      <Badge>
        <Trans>unknown</Trans>
      </Badge>
    );
  return <Badge tone="warn">{state === "mixed" ? t`mixed within a side` : t`changed`}</Badge>;
}

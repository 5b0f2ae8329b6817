import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { FactorValue } from "@/api/types";
import { type FactorShape, formatFactor } from "@/lib/factor";
import styles from "@/subjects/runs/detail/FactorsCard.module.css";
import { titleOfKey } from "@/subjects/runs/parts/series-lines";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";

/** Labels and factors that the registry does not know (yet). */
const OTHER = t`Labels and others`;
const TEXT: FactorShape = { key: "", title: "", type: "text", unit: null };

/** What this run can be compared by: read from the machine, or stated by a person, who wins and is named. */
export function FactorsCard({ values }: { values: readonly FactorValue[] }) {
  const factors = useQuery(factorsQuery());
  if (values.length === 0) return null;
  const registry = new Map(factors.data?.items.map((factor) => [factor.key, factor]));
  const groups = Map.groupBy(values, ({ key }) => registry.get(key)?.group ?? OTHER);
  return (
    <Card title={t`Parameters`} subtitle={t`Available for filters and comparisons`}>
      <div className={styles.groups}>
        {[...groups].map(([group, members]) => (
          <div key={group} className={styles.group}>
            <h3>{group}</h3>
            <dl className="above-6">
              {members.map((member) => {
                const factor = registry.get(member.key);
                return (
                  <div key={member.key}>
                    <dt
                      className="faint anywhere"
                      title={`${member.key}: ${factor?.description ?? t`stated by a label`}`}
                    >
                      {titleOfKey(member.key, factors.data?.items ?? [])}
                    </dt>
                    <dd className="figures anywhere">
                      <Value member={member} factor={factor ?? TEXT} />
                    </dd>
                  </div>
                );
              })}
            </dl>
          </div>
        ))}
      </div>
    </Card>
  );
}

function Value({ member, factor }: { member: FactorValue; factor: FactorShape }) {
  const shown = formatFactor(factor, member.value);
  if (member.source !== "stated") return <span title={t`from ${{ source: member.source }}`}>{shown}</span>;
  const detected = member.detected === null ? null : formatFactor(factor, member.detected);
  return (
    <>
      {shown}{" "}
      <Badge>
        <Trans>stated</Trans>
      </Badge>
      {detected !== null && detected !== shown && (
        <span className="block faint tiny">
          <Trans>detected: {detected}</Trans>
        </span>
      )}
    </>
  );
}

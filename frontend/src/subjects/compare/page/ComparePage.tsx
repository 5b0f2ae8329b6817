import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconArrowsLeftRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { Comparison } from "@/api/types";
import { addresses, type CompareParams, VIEW } from "@/lib/address";
import type { FactorShape } from "@/lib/factor";
import { CompareAnswer } from "@/subjects/compare/page/CompareAnswer";
import { Compared } from "@/subjects/compare/page/Compared";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { ExportMenu } from "@/subjects/compare/page/ExportMenu";
import { HowToRead } from "@/subjects/compare/page/HowToRead";
import { swapped, toQuery } from "@/subjects/compare/page/query";
import { rememberComparison } from "@/subjects/compare/page/recent";
import { SideList } from "@/subjects/compare/page/SideList";
import { Suggestions } from "@/subjects/compare/page/Suggestions";
import { partsOf } from "@/subjects/compare/parts/comparison-rows";
import { sideNames } from "@/subjects/compare/parts/side-names";
import { compareQuery, leftOf, suggestionsQuery } from "@/subjects/compare/queries";
import { SavedViews } from "@/subjects/runs/controls/SavedViews";
import { facetsQuery } from "@/subjects/runs/queries/facets";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { ShareButton } from "@/subjects/sharing/controls/ShareButton";
import { AddressProblems } from "@/ui/AddressProblems";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { UnitSwitch } from "@/ui/UnitSwitch";
import { usePaper } from "@/ui/use-paper";

const route = getRouteApi("/shell/compare");
/** Only its year is of interest: dates of another year say theirs. */
const now = new Date();
const NONE: readonly FactorShape[] = [];

/** Base against one or more new sides: what changed in the figures, in the setting, and what that proves. */
export function ComparePage() {
  const { params, problems } = route.useSearch()[VIEW];
  const navigate = useNavigate();
  const change = (changed: Partial<CompareParams>, isTyping = false) =>
    void navigate({
      to: "/compare",
      search: addresses.compare.write({ ...params, ...changed }),
      replace: isTyping,
      resetScroll: false,
    });
  const query = toQuery(params);
  const [portions, setPortions] = useState(1);
  const answer = useQuery(compareQuery(query, portions));
  // The answer before is kept while the next one is fetched, but not when nothing is asked any more.
  const data = query === null ? undefined : answer.data;
  // Nothing chosen: the filters of both sides come with their facets, and what to suggest with its rows.
  const facets = useQuery({ ...facetsQuery({ filter: {} }), enabled: query === null });
  const suggestions = useQuery({ ...suggestionsQuery(), enabled: query === null });
  const isFirstWait =
    query === null ? facets.isPending || suggestions.isPending : data === undefined && !answer.isError;
  const declared = useQuery(factorsQuery()).data?.items ?? NONE;
  const names = useMemo(() => (data === undefined ? [] : namesOf(data, declared)), [data, declared]);
  const [base, ...others] = names;
  const title =
    base === undefined
      ? t`Compare`
      : t`${base} vs. ${{ others: others.length > 1 ? plural({ others: others.length }, { one: "# other", other: "# others" }) : (others[0] ?? "") }}`;
  usePaper(base === undefined ? null : title);
  const isShown = data !== undefined && !answer.isPlaceholderData;
  const address = addresses.compare.query(params);
  useEffect(() => {
    if (isShown) rememberComparison({ title, query: address });
  }, [isShown, title, address]);
  return (
    <>
      <PageHeader
        title={title}
        subtitle={
          data === undefined
            ? t`Compare two or more configurations`
            : counts(data.base.run_ids, partsOf(data))
        }
        actions={
          <>
            <CopyButton text={globalThis.location.href} name={t`link to this comparison`} />
            {query !== null && <ExportMenu query={query} />}
            {query !== null && (
              <ShareButton target={{ kind: "compare", spec: { address: addresses.compare.query(params) } }} />
            )}
            <SavedViews page="compare" query={addresses.compare.query(params)} />
            <UnitSwitch value={params.units} onChange={(units) => change({ units })} />
            {query !== null && (
              <Button
                variant="default"
                leftSection={<IconArrowsLeftRight size={14} aria-hidden="true" />}
                onClick={() => change(swapped(params))}
              >
                <Trans>Swap base and new</Trans>
              </Button>
            )}
          </>
        }
      />
      <AddressProblems problems={problems} onDismiss={() => change({})} />
      {/* The answer's title may have more lines than the one before: what stands below it is new then, not moved. */}
      <div key={data === undefined ? "before" : "answer"} className={styles.sections}>
        {data !== undefined && (
          <div
            aria-busy={answer.isPlaceholderData}
            className={`${styles.sections} ${answer.isPlaceholderData ? "stale" : ""}`}
          >
            {partsOf(data).map((part, i) => (
              <CompareAnswer
                key={part.new.filter}
                part={part}
                names={[names[0] ?? t`Base`, names[i + 1] ?? t`New`]}
                isAlone={data.more.length === 0}
                units={params.units}
              />
            ))}
          </div>
        )}
        {/* Below what is still to come nothing stands: it would be moved down while it is read. */}
        {!isFirstWait && (
          <SideList
            params={params}
            onChange={change}
            answered={data === undefined ? [] : [data.base, ...partsOf(data).map((part) => part.new)]}
          />
        )}
        {query === null ? (
          !isFirstWait && <Suggestions />
        ) : answer.isError ? (
          <Card>
            <QueryError
              title={t`These sides could not be compared.`}
              error={answer.error}
              onRetry={() => void answer.refetch()}
              wayOut={
                <Link to="/compare">
                  <Trans>Start a new comparison</Trans>
                </Link>
              }
            />
          </Card>
        ) : data === undefined ? (
          <Card>
            <div className={styles.wait} aria-busy="true">
              <Skeleton width="60%" height={20} />
              <Skeleton height={320} />
            </div>
          </Card>
        ) : (
          <div aria-busy={answer.isPlaceholderData} className={answer.isPlaceholderData ? "stale" : ""}>
            <Compared answer={data} names={names} params={params} query={query} onChange={change} />
            {leftOf(data) > 0 && (
              <p className={styles.more}>
                <Trans>
                  The table shows the first workloads;{" "}
                  <Plural
                    value={{ data: leftOf(data) }}
                    one="# further workload"
                    other="# further workloads"
                  />{" "}
                  count in the answer above.
                </Trans>{" "}
                <Button variant="default" onClick={() => setPortions(portions + 1)}>
                  <Trans>Show more workloads</Trans>
                </Button>
              </p>
            )}
          </div>
        )}
        {!isFirstWait && <HowToRead />}
      </div>
    </>
  );
}

/** By the one setting that differs, where it is one; else by what is chosen. */
function namesOf(data: Comparison, declared: readonly FactorShape[]): string[] {
  const one = data.more.length === 0 ? (data.differs?.names ?? null) : null;
  return one ?? sideNames([data.base, ...partsOf(data).map((part) => part.new)], now, declared);
}

function counts(base: readonly string[], parts: ReturnType<typeof partsOf>): string {
  const shown = new Set(parts.flatMap((part) => part.workloads.map(({ key }) => key))).size;
  const workloads = Math.max(shown, ...parts.map((part) => part.workloads_total));
  const news = parts.map((part) => part.new.run_ids.length).join(t` and `);
  return t`${plural({ base: base.length }, { one: "# run", other: "# runs" })} on base, ${news} on new · ${plural(workloads, { one: "# workload", other: "# workloads" })} in common`;
}

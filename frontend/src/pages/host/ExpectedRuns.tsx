import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { expectationsQuery, removeExpectation } from "@/api/queries/expectations";
import type { Expectation } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import { useMay } from "@/components/use-may";
import { ExpectationForm } from "@/pages/host/ExpectationForm";
import styles from "@/pages/host/ExpectedRuns.module.css";
import { ruleWords, standingWords } from "@/sections/expectation-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";
import { Skeleton } from "@/ui/Skeleton";

/** Runs that a host is expected to make, and whether they came. */
export function ExpectedRuns({ hostId }: { hostId: string }) {
  const expectations = useQuery(expectationsQuery(hostId));
  const mayWrite = useMay("write");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card title="Expected runs" subtitle="A run that does not come is told under Degraded and missing">
      {expectations.isPending ? (
        <Skeleton height={24} />
      ) : expectations.isError ? (
        <QueryError
          title="The expected runs could not be loaded."
          error={expectations.error}
          onRetry={() => void expectations.refetch()}
        />
      ) : expectations.data.items.length === 0 ? (
        <p className={styles.none}>No run is expected of this host: none can be missing.</p>
      ) : (
        <ul className={styles.list}>
          {expectations.data.items.map((one) => (
            <Line key={one.id} expectation={one} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite && isAdding && <ExpectationForm hostId={hostId} onDone={() => setIsAdding(false)} />}
      {mayWrite && !isAdding && (
        <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
          Expect a run…
        </Button>
      )}
    </Card>
  );
}

function Line({ expectation, mayWrite }: { expectation: Expectation; mayWrite: boolean }) {
  const remove = useMutation(removeExpectation());
  const { word, tone } = standingWords(expectation);
  const what = `${expectation.workload ?? "any workload"}, ${ruleWords(expectation)} ${expectation.zone}`;
  return (
    <li>
      <Badge tone={tone}>{word}</Badge>
      <span>
        {what}
        {expectation.grace_minutes > 0 && `, ${expectation.grace_minutes} min of grace`}
        <span className={styles.small}>
          {" "}
          {expectation.missing_since !== null && (
            <>
              missing since <Moment iso={expectation.missing_since} />;{" "}
            </>
          )}
          {expectation.met_at !== null && (
            <>
              the last began <Moment iso={expectation.met_at} />;{" "}
            </>
          )}
          due next <Moment iso={expectation.due_at} />
        </span>
      </span>
      {mayWrite && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={remove.isPending}
          aria-label={`Expect no more: ${what}`}
          onClick={() => remove.mutate(expectation.id)}
        >
          Expect no more
        </Button>
      )}
      {remove.isError && <span role="alert">It is still expected: {remove.error.message}</span>}
    </li>
  );
}

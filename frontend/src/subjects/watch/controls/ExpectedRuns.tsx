import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Expectation } from "@/api/types";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { ExpectationForm } from "@/subjects/watch/controls/ExpectationForm";
import styles from "@/subjects/watch/controls/ExpectedRuns.module.css";
import { dueWords, standingWords } from "@/subjects/watch/parts/expectation-words";
import { expectationsQuery, removeExpectation } from "@/subjects/watch/queries/expectations";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** Runs that a host is expected to make, and whether they came. */
export function ExpectedRuns({ hostId }: { hostId: string }) {
  const expectations = useQuery(expectationsQuery(hostId));
  const mayWrite = useMay("write");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card title={t`Missing-run alerts`} subtitle={t`Alerts you when a run has not started on time`}>
      {expectations.isPending ? (
        <Skeleton height={24} />
      ) : expectations.isError ? (
        <QueryError
          title={t`The missing-run alerts could not be loaded.`}
          error={expectations.error}
          onRetry={() => void expectations.refetch()}
        />
      ) : expectations.data.items.length === 0 ? (
        <p className="faint compact below-12">
          <Trans>No missing-run alerts set up.</Trans>
        </p>
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
          <Trans>Add alert…</Trans>
        </Button>
      )}
    </Card>
  );
}

function Line({ expectation, mayWrite }: { expectation: Expectation; mayWrite: boolean }) {
  const remove = useMutation(removeExpectation());
  const { word, tone } = standingWords(expectation);
  const what = `${expectation.workload ?? expectation.scheduled ?? t`any workload`}, ${dueWords(expectation)} ${expectation.zone}`;
  return (
    <li className="flow at-baseline gap-8">
      <Badge tone={tone}>{word}</Badge>
      <span>
        {what}
        {expectation.grace_minutes > 0 &&
          t`, ${{ grace_minutes: expectation.grace_minutes }} min grace period`}
        <span className="faint tiny">
          {" "}
          {expectation.missing_since !== null && (
            <Trans>
              missing since <Moment iso={expectation.missing_since} />
              {"; "}
            </Trans>
          )}
          {expectation.met_at !== null && (
            <Trans>
              last started <Moment iso={expectation.met_at} />
              {"; "}
            </Trans>
          )}
          <Trans>
            next due <Moment iso={expectation.due_at} />
          </Trans>
        </span>
      </span>
      {mayWrite && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={remove.isPending}
          aria-label={t`Remove: ${what}`}
          onClick={() => remove.mutate(expectation.id)}
        >
          <Trans>Remove</Trans>
        </Button>
      )}
      {remove.isError && (
        <span role="alert">
          <Trans>Not removed: {{ message: remove.error.message }}</Trans>
        </span>
      )}
    </li>
  );
}

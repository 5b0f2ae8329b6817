import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, CloseButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { formatBytes, formatPercent } from "@/lib/units";
import type { Difference } from "@/subjects/runs/import/about";
import { DifferenceFields } from "@/subjects/runs/import/DifferenceFields";
import { OutcomeNote } from "@/subjects/runs/import/OutcomeNote";
import { PreviewBody } from "@/subjects/runs/import/PreviewBody";
import { PreviewFailure } from "@/subjects/runs/import/PreviewFailure";
import { RunLabelFields } from "@/subjects/runs/import/RunLabelFields";
import styles from "@/subjects/runs/import/SourceCard.module.css";
import { isReadable, type ReadableSource, type Source } from "@/subjects/runs/import/sources";
import type { Outcome } from "@/subjects/runs/import/use-save";
import { previewInWords } from "@/subjects/runs/import/wording";
import { previewQuery, sentShareQuery } from "@/subjects/runs/queries/imports";
import { Badge } from "@/ui/Badge";
import { Skeleton } from "@/ui/Skeleton";

interface SourceCardProps {
  source: Source;
  isInitiallyOpen: boolean;
  outcome: Outcome | undefined;
  onRemove: () => void;
  /** The host that was named for this source; "" when none was. */
  host: string;
  difference: Difference;
  /** Whether it is the only source: then its host and title are those of all. */
  isAlone: boolean;
  onDiffer: (difference: Difference) => void;
  /** Names the host where none is named yet; null when one is. */
  onHost: ((host: string) => void) | null;
}

/** One file or paste: what it was taken for, what was found, and what became of it. */
export function SourceCard(props: SourceCardProps) {
  const { source, onRemove } = props;
  if (isReadable(source)) return <ReadableCard {...props} source={source} />;
  return (
    <CardFrame
      name={source.name}
      words={source.problem}
      tone="bad"
      actions={<RemoveButton name={source.name} onRemove={onRemove} isDisabled={false} />}
    />
  );
}

function ReadableCard({
  source,
  isInitiallyOpen,
  outcome,
  onRemove,
  host,
  difference,
  isAlone,
  onDiffer,
  onHost,
}: SourceCardProps & { source: ReadableSource }) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const [isDiffering, setDiffering] = useState(false);
  const [isLabelling, setLabelling] = useState(false);
  const query = useQuery(previewQuery(source));
  const share = useQuery(sentShareQuery(source.id)).data ?? 0;
  const { data: preview } = query;
  const isOpenToChange = preview !== undefined && outcome?.state !== "stored";
  const size = formatBytes(source.content.size);
  const words = query.isPending
    ? share < 1
      ? t`${size} · sending, ${{ count: formatPercent(Math.floor(share * 100)) }}`
      : t`${size} · reading…`
    : preview === undefined
      ? size
      : `${size} · ${previewInWords(preview)}`;
  return (
    <CardFrame
      name={source.name}
      words={words}
      tone={query.isError ? "bad" : "plain"}
      toggle={{ isOpen, onToggle: () => setOpen(!isOpen) }}
      actions={
        <>
          {isOpenToChange && !isAlone && (
            <Button variant="subtle" aria-expanded={isDiffering} onClick={() => setDiffering(!isDiffering)}>
              <Trans>Different host or title</Trans>
            </Button>
          )}
          {isOpenToChange && preview.runs.length > 1 && (
            <Button variant="subtle" aria-expanded={isLabelling} onClick={() => setLabelling(!isLabelling)}>
              <Trans>Labels per run</Trans>
            </Button>
          )}
          <RemoveButton name={source.name} onRemove={onRemove} isDisabled={outcome?.state === "sending"} />
        </>
      }
    >
      <OutcomeNote outcome={outcome} preview={preview ?? null} />
      {isDiffering && isOpenToChange && !isAlone && (
        <DifferenceFields name={source.name} value={difference} onChange={onDiffer} />
      )}
      {isLabelling && isOpenToChange && (
        <RunLabelFields
          name={source.name}
          preview={preview}
          value={difference.runLabels}
          onChange={(runLabels) => onDiffer({ ...difference, runLabels })}
        />
      )}
      {isOpen && query.isPending && <PendingBody />}
      {query.isError && (
        <PreviewFailure
          source={source}
          error={query.error}
          isOpen={isOpen}
          onRetry={() => void query.refetch()}
        />
      )}
      {isOpen && preview !== undefined && (
        <PreviewBody
          source={source}
          preview={preview}
          host={host}
          accepted={difference.accepted}
          onAccept={isOpenToChange ? (accepted) => onDiffer({ ...difference, accepted }) : null}
          onHost={onHost}
        />
      )}
    </CardFrame>
  );
}

interface CardFrameProps {
  name: string;
  words: string;
  tone: "plain" | "bad";
  toggle?: { isOpen: boolean; onToggle: () => void };
  actions: ReactNode;
  children?: ReactNode;
}

function CardFrame({ name, words, tone, toggle, actions, children }: CardFrameProps) {
  const id = useId();
  const Chevron = toggle?.isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className="shrinks cut panel" aria-labelledby={id}>
      <div className={styles.head}>
        {toggle !== undefined && (
          <button
            type="button"
            className="icon-button"
            aria-expanded={toggle.isOpen}
            aria-label={t`Details of ${name}`}
            onClick={toggle.onToggle}
          >
            <Chevron size={15} />
          </button>
        )}
        <h2 id={id} className="anywhere">
          {name}
        </h2>
        {tone === "bad" && (
          <Badge tone="bad">
            <Trans>Not understood</Trans>
          </Badge>
        )}
        <p className={styles.words}>{words}</p>
        <div className="row gap-4 push">{actions}</div>
      </div>
      {children}
    </section>
  );
}

interface RemoveButtonProps {
  name: string;
  onRemove: () => void;
  isDisabled: boolean;
}

function RemoveButton({ name, onRemove, isDisabled }: RemoveButtonProps) {
  return (
    <CloseButton
      aria-label={t`Remove ${name}`}
      title={t`Remove ${name}`}
      disabled={isDisabled}
      onClick={onRemove}
    />
  );
}

function PendingBody() {
  return (
    <div className="stack gap-12 ruled" style={{ padding: "14px 16px" }} aria-busy="true">
      <Skeleton width="38%" height={14} />
      <Skeleton height={120} />
    </div>
  );
}

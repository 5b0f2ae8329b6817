import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AskedQuestions } from "@/subjects/sharing/controls/AskedQuestions";
import { Choices } from "@/subjects/sharing/controls/Choices";
import { ChosenSets } from "@/subjects/sharing/controls/ChosenSets";
import { type Draft, EMPTY_DRAFT, expiryOf } from "@/subjects/sharing/controls/draft";
import { isDecided, Leaks } from "@/subjects/sharing/controls/Leaks";
import { LocalAddress } from "@/subjects/sharing/controls/LocalAddress";
import { MadeLink } from "@/subjects/sharing/controls/MadeLink";
import { RecipientForm } from "@/subjects/sharing/controls/RecipientForm";
import styles from "@/subjects/sharing/controls/ShareDialog.module.css";
import { createShare, leaksOf, type ShareTarget, sharePreviewQuery } from "@/subjects/sharing/queries/shares";
import { Report } from "@/subjects/sharing/report/Report";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface ShareDialogProps {
  target: ShareTarget;
  onClose: () => void;
}

/** For whom, until when, what is shown: beside it the page as its recipient will see it, before there is a link. */
export function ShareDialog({ target, onClose }: ShareDialogProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [openedAt] = useState(() => new Date());
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const { reveal, hide, reference_sets } = draft;
  // What there is to choose from stays the same list, whatever has been chosen.
  const usual = useQuery(sharePreviewQuery({ ...target, reveal: [], hide: [], reference_sets: [] }));
  const preview = useQuery(sharePreviewQuery({ ...target, reveal, hide, reference_sets }));
  const share = useMutation(createShare());
  // What there is to decide stands in the preview; where even that was refused, in the refusal. Until the next preview is
  // there, what was decided is gone and the rest stays in its place.
  const told = preview.data?.leaks ?? leaksOf(preview.error ?? share.error);
  const leaks = preview.isPlaceholderData ? told.filter((leak) => !isDecided(leak, draft)) : told;
  const choices = usual.data ?? preview.data;
  const decide = (changed: Partial<Draft>) => {
    share.reset();
    change(changed);
  };
  const create = () =>
    share.mutate({
      ...target,
      reveal,
      hide,
      reference_sets,
      questions: draft.questions,
      label: draft.label.trim() || null,
      note: draft.note.trim() || null,
      expectation: draft.expectation.trim() || null,
      passphrase: draft.passphrase || null,
      expires_at: expiryOf(draft.days, new Date()),
      takes_replies:
        target.kind === "run" && draft.takes_replies && !draft.passphrase && !hide.includes("job_options"),
    });
  return (
    <Dialog title={t`Share report (snapshot)`} isWide onClose={onClose}>
      <div className={styles.columns}>
        <div className={styles.side}>
          {share.data === undefined ? (
            <>
              {choices !== undefined && <LocalAddress reach={choices.reach} address={choices.address} />}
              <Leaks leaks={leaks} document={preview.data?.document} draft={draft} onChange={decide} />
              <RecipientForm
                draft={draft}
                isReady={preview.isSuccess && !preview.isPlaceholderData && leaks.length === 0}
                isPending={share.isPending}
                canReply={target.kind === "run"}
                onChange={change}
                onSubmit={create}
              />
              {share.isError && <QueryError title={t`Link not created.`} error={share.error} />}
              {choices !== undefined && (
                <>
                  <AskedQuestions questions={choices.document.questions} draft={draft} onChange={change} />
                  {target.kind === "run" && (
                    <ChosenSets runId={target.spec.run_id} draft={draft} onChange={decide} />
                  )}
                  <Choices usual={choices} draft={draft} onChange={decide} />
                </>
              )}
            </>
          ) : (
            <>
              {choices !== undefined && <LocalAddress reach={choices.reach} address={choices.address} />}
              <MadeLink made={share.data} hasPassphrase={draft.passphrase !== ""} onClose={onClose} />
            </>
          )}
        </div>
        <section
          className="stack shrinks cut framed-strong round-card"
          aria-label={t`Preview`}
          aria-busy={preview.isFetching}
        >
          <p className="accent strong ruled-below on-accent" style={{ padding: "7px 14px" }}>
            {share.data === undefined
              ? t`Preview of the page. No link exists yet.`
              : t`The page behind the link.`}
          </p>
          {preview.isError ? (
            <QueryError
              title={t`The report could not be created.`}
              error={preview.error}
              onRetry={() => void preview.refetch()}
            />
          ) : preview.data === undefined ? (
            <Skeleton height={420} />
          ) : (
            <div className={`${styles.paper} ${preview.isPlaceholderData ? "stale" : ""}`}>
              <Report
                shared={{
                  label: draft.label.trim() || null,
                  expires_at: expiryOf(draft.days, openedAt),
                  takes_replies: draft.takes_replies,
                  replies: 0,
                  // The words are the sender's own and need no asking.
                  document: {
                    ...preview.data.document,
                    note: draft.note.trim() || null,
                    expectation: draft.expectation.trim() || null,
                    asked: draft.questions,
                  },
                }}
              />
            </div>
          )}
        </section>
      </div>
    </Dialog>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SpecCard } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { addCard, sheetFileQuery } from "@/subjects/datasheets/queries";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** Another version of a card: its file, to be changed and added. The versions before it are kept. */
export function NewVersion({ card, onClose }: { card: SpecCard; onClose: () => void }) {
  const file = useQuery(sheetFileQuery(card.id));
  const [changed, setChanged] = useState<string | null>(null);
  const add = useMutation(addCard());
  const text = changed ?? file.data;
  return (
    <Dialog title={t`New version of ${{ title: card.title }}`} onClose={onClose}>
      <form
        className="stack gap-14"
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== undefined) add.mutate({ toml: text }, { onSuccess: onClose });
        }}
      >
        <p>
          <Trans>
            The new version applies from now on, and runs rated with the old one are rated again. Earlier
            versions are kept under Versions.
          </Trans>
        </p>
        {file.isError ? (
          <QueryError
            title={t`The datasheet was not loaded.`}
            error={file.error}
            onRetry={() => void file.refetch()}
          />
        ) : text === undefined ? (
          <Skeleton height={320} />
        ) : (
          <Textarea
            label={t`The datasheet file`}
            description={t`Each figure with its source; leave out what the source does not state`}
            styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
            rows={18}
            spellCheck={false}
            maxLength={LIMITS.maxCardBytes}
            value={text}
            onChange={(event) => setChanged(event.currentTarget.value)}
          />
        )}
        {add.isError && <QueryError title={t`The datasheet was not added.`} error={add.error} />}
        <div className="flex to-end gap-8">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={add.isPending} disabled={changed === null || changed === file.data}>
            <Trans>Add this version</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

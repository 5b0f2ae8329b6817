import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Suspense } from "react";
import { ApiError } from "@/api/errors";
import { TextPending } from "@/subjects/runs/import/PreviewBody";
import { SourceText } from "@/subjects/runs/import/SourceText";
import { showSupported } from "@/subjects/runs/import/Supported";
import type { ReadableSource } from "@/subjects/runs/import/sources";
import { Finding, FindingList } from "@/ui/Finding";
import { QueryError } from "@/ui/page/QueryError";

interface PreviewFailureProps {
  source: ReadableSource;
  error: unknown;
  /** Whether the text is shown too. */
  isOpen: boolean;
  onRetry: () => void;
}

/** A source that gave no preview: refused by what it is (then asking again is vain), or the service is in trouble. */
export function PreviewFailure({ source, error, isOpen, onRetry }: PreviewFailureProps) {
  const isRefused =
    error instanceof ApiError && error.status !== null && error.status >= 400 && error.status < 500;
  if (!isRefused || error.status === 401 || error.status === 429) {
    return <QueryError title={t`This source could not be read.`} error={error} onRetry={onRetry} />;
  }
  return (
    <>
      <FindingList>
        <Finding severity="bad" what={error.message} why={t`This source is not saved; the others are.`} />
      </FindingList>
      <p className="hint pad-8-16 ruled">
        <Button variant="default" onClick={showSupported}>
          <Trans>Supported formats</Trans>
        </Button>
      </p>
      {isOpen && source.encoding === undefined && (
        <Suspense fallback={<TextPending />}>
          <SourceText name={source.name} content={source.content} preview={null} />
        </Suspense>
      )}
    </>
  );
}

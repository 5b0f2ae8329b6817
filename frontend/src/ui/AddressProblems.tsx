import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CloseButton } from "@mantine/core";

interface AddressProblemsProps {
  /** What an address (lib/address.ts) says that cannot be honoured; none draws nothing. */
  problems: readonly string[];
  /** Writes the address without what could not be honoured. */
  onDismiss: () => void;
}

/** A shared link must not silently mean something else: says what of the address was not understood. */
export function AddressProblems({ problems, onDismiss }: AddressProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <div
      className="row gap-10 warn anywhere round-control on-warn below-12"
      style={{ padding: "8px 8px 8px 14px" }}
      role="status"
    >
      <p className="grow">
        <Trans>Ignored in this link: {{ problems: problems.join("; ") }}.</Trans>
      </p>
      <CloseButton size="sm" aria-label={t`Dismiss`} onClick={onDismiss} />
    </div>
  );
}

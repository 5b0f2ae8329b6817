import { t } from "@lingui/core/macro";
import { ActionIcon } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";

interface CopyButtonProps {
  text: string;
  name: string;
  onCopied?: (() => void) | undefined;
}

/** Copies `text`; the name says what, and says so when it is done. */
export function CopyButton({ text, name, onCopied }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = () => {
    clipboard.copy(text);
    onCopied?.();
  };
  return (
    <>
      <ActionIcon aria-label={t`Copy ${name}`} title={t`Copy ${name}`} onClick={copy}>
        {clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      </ActionIcon>
      <span className="visually-hidden" role="status">
        {clipboard.copied ? t`Copied` : ""}
      </span>
    </>
  );
}

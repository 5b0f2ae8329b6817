import { ActionIcon } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";

/** Copies `text`; the name says what, and says so when it is done. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const clipboard = useClipboard({ timeout: 2000 });
  return (
    <>
      <ActionIcon aria-label={`Copy ${name}`} title={`Copy ${name}`} onClick={() => clipboard.copy(text)}>
        {clipboard.copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      </ActionIcon>
      <span className="visually-hidden" role="status">
        {clipboard.copied ? "Copied" : ""}
      </span>
    </>
  );
}

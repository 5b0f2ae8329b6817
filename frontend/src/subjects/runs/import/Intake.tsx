import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, FileButton, Textarea } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef } from "react";
import styles from "@/subjects/runs/import/Intake.module.css";
import { Supported } from "@/subjects/runs/import/Supported";
import { type NamedFile, namedFiles } from "@/subjects/runs/import/sources";
import { Card } from "@/ui/Card";

interface IntakeProps {
  /** Something is held over the page. */
  isDragging: boolean;
  isReading: boolean;
  text: string;
  onFiles: (files: readonly NamedFile[]) => void;
  onText: (text: string) => void;
}

/** Where results come in: files, folders or pasted text. */
export function Intake({ isDragging, isReading, text, onFiles, onText }: IntakeProps) {
  const reset = useRef<() => void>(null);
  const folder = useRef<HTMLInputElement>(null);
  const folderButton = (input: HTMLInputElement | null) => {
    // The attribute that React's types do not know.
    input?.setAttribute("webkitdirectory", "");
    folder.current = input;
  };
  const take = (files: readonly File[]) => {
    onFiles(namedFiles(files));
    // The same file may be chosen again after it was removed.
    reset.current?.();
  };
  return (
    <Card>
      <div className={styles.intake}>
        <div className={`${styles.drop} ${isDragging ? styles.over : ""}`} aria-busy={isReading}>
          <IconUpload size={22} stroke={1.6} aria-hidden="true" className="faint" />
          <p className={styles.title}>{isDragging ? t`Drop to read them` : t`Drop files or folders here`}</p>
          <div className="flow middle gap-8">
            <FileButton multiple resetRef={reset} onChange={take}>
              {(props) => (
                <Button variant="default" loading={isReading} {...props}>
                  <Trans>Choose files</Trans>
                </Button>
              )}
            </FileButton>
            <Button variant="default" onClick={() => folder.current?.click()}>
              <Trans>Choose a folder</Trans>
            </Button>
            <input
              ref={folderButton}
              type="file"
              multiple
              hidden
              aria-label={t`Folder`}
              onChange={(event) => {
                onFiles(namedFiles(event.currentTarget.files ?? []));
                event.currentTarget.value = "";
              }}
            />
          </div>
          <Supported />
        </div>
        <Textarea
          className="shrinks"
          classNames={{ input: styles.field ?? "" }}
          label={t`Or paste text`}
          description={t`Paste anything: whole forum posts and logs are fine`}
          placeholder={t`fio-3.36\nStarting 1 process\n…\n  read: IOPS=35.5k, BW=2222MiB/s`}
          rows={7}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      </div>
    </Card>
  );
}

import { t } from "@lingui/core/macro";
import { Textarea, TextInput } from "@mantine/core";
import { LIMITS } from "@/api/vocabulary.gen";

export interface Words {
  title: string;
  note: string;
}

interface TitleAndNoteProps {
  words: Words;
  onChange: (words: Words) => void;
  /** What is shown without a title. */
  description?: string;
}

/** What a person calls a run or a batch, and what there is to say of it. */
export function TitleAndNote({ words, onChange, description }: TitleAndNoteProps) {
  return (
    <>
      <TextInput
        label={t`Title`}
        description={description}
        data-autofocus
        maxLength={LIMITS.maxTitleCharacters}
        value={words.title}
        onChange={(event) => onChange({ ...words, title: event.currentTarget.value })}
      />
      <Textarea
        label={t`Note`}
        rows={4}
        maxLength={LIMITS.maxNoteCharacters}
        value={words.note}
        onChange={(event) => onChange({ ...words, note: event.currentTarget.value })}
      />
    </>
  );
}

/** As they are stored: blanks alone are none. */
export function stored({ title, note }: Words): { title: string | null; note: string | null } {
  return { title: title.trim() || null, note: note.trim() || null };
}

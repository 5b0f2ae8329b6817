import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import {
  type NamedFile,
  type ReadableSource,
  type Source,
  sourceOfText,
  sourcesOfFiles,
} from "@/subjects/runs/import/sources";

/** Time without a key before typed text is sent to be read. */
const PAUSE_MS = 350;
/** A larger text becomes a source of its own at once: a text field would freeze on it. */
const MAX_FIELD_CHARS = 200_000;

/** Files in the order they came, then what stands in the text field. */
export function useSources() {
  const [files, setFiles] = useState<readonly Source[]>([]);
  const [text, setText] = useState("");
  const [pasted, setPasted] = useState<ReadableSource | null>(null);
  const [isReading, setReading] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const takeText = useDebouncedCallback((typed: string) => {
    setPasted(sourceOfText(typed));
    setTyping(false);
  }, PAUSE_MS);

  const addFiles = async (chosen: readonly NamedFile[] | Promise<readonly NamedFile[]>) => {
    setReading(true);
    try {
      const added = await sourcesOfFiles(await chosen);
      setFiles((before) => [...before, ...added]);
    } finally {
      setReading(false);
    }
  };

  const changeText = (typed: string) => {
    if (typed.length > MAX_FIELD_CHARS) {
      const large = sourceOfText(typed);
      if (large !== null) setFiles((before) => [...before, large]);
      setText("");
      takeText("");
      return;
    }
    setText(typed);
    setTyping(true);
    takeText(typed);
  };

  const remove = (id: string) => {
    if (pasted?.id === id) {
      setText("");
      setPasted(null);
      return;
    }
    setFiles((before) => before.filter((source) => source.id !== id));
  };

  const clear = () => {
    setFiles([]);
    setText("");
    setPasted(null);
  };

  return {
    sources: pasted === null ? files : [...files, pasted],
    text,
    isReading,
    /** The text field is ahead of its source. */
    isTyping,
    addFiles,
    changeText,
    remove,
    clear,
  };
}

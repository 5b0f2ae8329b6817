/** Files and pasted text as the page keeps them until they are saved. */
import { t } from "@lingui/core/macro";
import { CannotUnpack, unpacked } from "@/subjects/runs/import/unpack";

/** Bytes at hand, read once: what was previewed is what is saved, even if the file on disk changes meanwhile. */
export interface ReadableSource {
  id: string;
  name: string;
  content: Blob;
  /** How `content` is packed; absent when it is the text itself. */
  encoding?: string;
}

/** A file that the browser could not read. */
export interface UnreadableSource {
  id: string;
  name: string;
  content: null;
  problem: string;
}

export type Source = ReadableSource | UnreadableSource;

export const PASTED = t`Pasted text`;

let lastId = 0;

function nextId(): string {
  lastId += 1;
  return `source-${lastId}`;
}

export function isReadable(source: Source): source is ReadableSource {
  return source.content !== null;
}

/** Null when the text holds nothing. */
export function sourceOfText(text: string, name = PASTED): ReadableSource | null {
  if (text.trim() === "") return null;
  return { id: nextId(), name, content: new Blob([text]) };
}

/** One source per file, in order; one that cannot be read says so and does not stop the others. */
export function sourcesOfFiles(files: readonly NamedFile[]): Promise<Source[]> {
  return Promise.all(
    files.map(async ({ name, file }) => {
      const id = nextId();
      try {
        return { id, name, ...(await unpacked(await file.arrayBuffer())) };
      } catch (error) {
        const problem =
          error instanceof CannotUnpack ? error.message : t`The browser could not read this file.`;
        return { id, name, content: null, problem };
      }
    }),
  );
}

export interface NamedFile {
  /** With its folders, where it came with them. */
  name: string;
  file: File;
}

/** Files of a file button; those of a folder keep their path. */
export function namedFiles(files: Iterable<File>): NamedFile[] {
  return [...files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/** Everything that was dropped, folders opened, in the order of names. */
export async function droppedFiles(transfer: DataTransfer): Promise<NamedFile[]> {
  // All entries are taken before the first wait: the browser empties the list when the event is over.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return namedFiles(transfer.files);
  const files = await Promise.all(entries.map(filesBelow));
  return files.flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => {
      entry.file(resolve, reject);
    });
    return [{ name: entry.fullPath.replace(/^\//, ""), file }];
  }
  if (!isFolder(entry)) return [];
  const children = await entriesOf(entry.createReader());
  const sorted = children.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  return (await Promise.all(sorted.map(filesBelow))).flat();
}

/** A reader gives at most a hundred entries at a time, and none when it is done. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

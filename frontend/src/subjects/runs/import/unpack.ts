/** Compressed files, unpacked before they are previewed: known by their first bytes, not by their names. */
import { t } from "@lingui/core/macro";

/** The tab's memory, not the service's limit: that one is judged by the service. */
const MAX_BYTES = 512 * 1024 * 1024;

const MAGIC: readonly [format: string, bytes: readonly number[]][] = [
  ["gzip", [0x1f, 0x8b]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
];

/** Why a file cannot be unpacked, as a sentence. */
export class CannotUnpack extends Error {}

export interface Unpacked {
  content: Blob;
  /** How `content` is still packed, as a Content-Encoding: the service unpacks what this browser cannot. */
  encoding?: string;
}

/** The bytes themselves, or what they unpack to. Throws CannotUnpack. */
export async function unpacked(bytes: ArrayBuffer): Promise<Unpacked> {
  const format = compressionOf(new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)));
  if (format === null) return { content: new Blob([bytes]) };
  const stream = decompressor(format);
  if (stream === null) return { content: new Blob([bytes]), encoding: format };
  const packed = new ReadableStream<BufferSource>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });
  const reader = packed.pipeThrough(stream).getReader();
  const pieces: BlobPart[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || size > MAX_BYTES) break;
      size += value.byteLength;
      pieces.push(value);
    }
  } catch {
    throw new CannotUnpack(t`The ${format} data in this file is damaged or cut short.`);
  }
  if (size > MAX_BYTES) throw new CannotUnpack(t`Unpacked, this file is larger than 512 MiB.`);
  return { content: new Blob(pieces) };
}

function compressionOf(head: Uint8Array): string | null {
  return MAGIC.find(([, magic]) => magic.every((byte, i) => head[i] === byte))?.[0] ?? null;
}

function decompressor(format: string) {
  try {
    // TypeScript's list of formats lacks zstd, which newer browsers have; others throw here.
    return new DecompressionStream(format as CompressionFormat);
  } catch {
    return null;
  }
}

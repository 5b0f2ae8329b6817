import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { unpacked } from "@/subjects/runs/import/unpack";

const TEXT = "fio-3.42\n".repeat(20_000);

function bytesOf(buffer: Uint8Array): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

test("a gzip file is what it unpacks to", async () => {
  expect(await (await unpacked(bytesOf(gzipSync(TEXT)))).content.text()).toBe(TEXT);
});

test("a zstd file that the browser cannot unpack is sent as it is, and says so", async () => {
  vi.stubGlobal(
    "DecompressionStream",
    class {
      constructor() {
        throw new TypeError("Unsupported compression format: 'zstd'");
      }
    },
  );
  const packed = zstdCompressSync(TEXT);
  const { content, encoding } = await unpacked(bytesOf(packed));
  expect([encoding, content.size]).toEqual(["zstd", packed.byteLength]);
  vi.unstubAllGlobals();
});

test("plain bytes stay as they are", async () => {
  const { content, encoding } = await unpacked(bytesOf(new TextEncoder().encode(TEXT)));
  expect([await content.text(), encoding]).toEqual([TEXT, undefined]);
  expect((await unpacked(new ArrayBuffer(0))).content.size).toBe(0);
});

test("a gzip file that is cut short says so", async () => {
  const half = gzipSync(TEXT).subarray(0, 100);
  await expect(unpacked(bytesOf(half))).rejects.toThrow("damaged or cut short");
});

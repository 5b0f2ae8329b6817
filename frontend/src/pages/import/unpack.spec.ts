import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { CannotUnpack, unpacked } from "@/pages/import/unpack";

const TEXT = "fio-3.42\n".repeat(20_000);

function bytesOf(buffer: Uint8Array): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

test("a gzip file is what it unpacks to", async () => {
  expect(await (await unpacked(bytesOf(gzipSync(TEXT)))).text()).toBe(TEXT);
});

test("a zstd file is unpacked where the browser can, and refused in words where it cannot", async () => {
  const read = unpacked(bytesOf(zstdCompressSync(TEXT))).then((blob) => blob.text());
  const outcome = await read.catch((error: unknown) => error);
  if (outcome instanceof CannotUnpack) expect(outcome.message).toContain("cannot unpack zstd");
  else expect(outcome).toBe(TEXT);
});

test("plain bytes stay as they are", async () => {
  expect(await (await unpacked(bytesOf(new TextEncoder().encode(TEXT)))).text()).toBe(TEXT);
  expect((await unpacked(new ArrayBuffer(0))).size).toBe(0);
});

test("a gzip file that is cut short says so", async () => {
  const half = gzipSync(TEXT).subarray(0, 100);
  await expect(unpacked(bytesOf(half))).rejects.toThrow("damaged or cut short");
});

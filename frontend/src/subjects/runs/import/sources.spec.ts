import { expect, test } from "vitest";
import { isReadable, namedFiles, sourceOfText, sourcesOfFiles } from "@/subjects/runs/import/sources";

test("blank text is no source", () => {
  expect(sourceOfText(" \n\t")).toBeNull();
  expect(sourceOfText("x")?.name).toBe("Pasted text");
});

test("every source has an id of its own, even of the same text", () => {
  expect(sourceOfText("x")?.id).not.toBe(sourceOfText("x")?.id);
});

test("an unreadable file says so and stops no other", async () => {
  const good = new File(["good"], "good.txt");
  const bad = new File(["bad"], "bad.txt");
  bad.arrayBuffer = () => Promise.reject(new Error("NotReadableError"));
  const [first, second] = await sourcesOfFiles(namedFiles([bad, good]));
  expect(first).toMatchObject({
    name: "bad.txt",
    content: null,
    problem: "The browser could not read this file.",
  });
  if (second === undefined || !isReadable(second)) throw new Error("the good file was not read");
  expect(await second.content.text()).toBe("good");
});

test("a file of a folder keeps its path, by which two of one name are told apart", () => {
  const file = new File(["x"], "a.json");
  Object.defineProperty(file, "webkitRelativePath", { value: "bench/a.json" });
  expect(namedFiles([file])[0]?.name).toBe("bench/a.json");
});

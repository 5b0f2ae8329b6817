import { createElement, Fragment } from "react";
import { cutAtNumbers } from "@/lib/format";

/** A sentence whose numbers keep their unit on the line; copied, it holds plain spaces. */
export function Sentence({ children }: { children: string }) {
  return <Unbroken pieces={cutAtNumbers(children)} />;
}

/** Pieces of a text, of which every second one stays on one line. */
export function Unbroken({ pieces }: { pieces: readonly string[] }) {
  const parts = pieces.map((piece, i) =>
    i % 2 === 1 ? createElement("span", { className: "unbroken" }, piece) : piece,
  );
  return createElement(Fragment, null, ...parts);
}

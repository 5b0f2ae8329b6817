import { createElement, Fragment } from "react";
import { cutAtNumbers } from "@/lib/format";

/** A sentence whose numbers keep their unit on the line; copied, it holds plain spaces. */
export function Sentence({ children }: { children: string }) {
  const pieces = cutAtNumbers(children).map((piece, i) =>
    i % 2 === 1 ? createElement("span", { className: "unbroken" }, piece) : piece,
  );
  return createElement(Fragment, null, ...pieces);
}

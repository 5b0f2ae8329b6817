/** Calls `before` when paper is about to be laid out and `after` when the screen is back, until what it gives is called. */
export function aroundPrinting(before: () => void, after: () => void): () => void {
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
  };
}

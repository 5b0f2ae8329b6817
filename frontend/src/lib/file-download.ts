/** Hands a file made in the page to the reader. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken the bytes when the click returns, but Firefox wants the address a moment longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Sends a body whose progress can be followed: fetch does not tell how much of a large one has gone. */
import { t } from "@lingui/core/macro";
import { errorFromAnswer, errorFromNetwork } from "@/api/errors";

interface Sending {
  signal?: AbortSignal | undefined;
  /** How the bytes are packed already. */
  encoding?: string | undefined;
  /** Share of the bytes that have left, 0..1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * POST of bytes as they are to an address relative to `<base href>`. Gives the parsed JSON of a good answer; throws
 * ApiError for every other outcome, and an AbortError when the signal asked for it.
 */
export function postBytes(
  path: string,
  content: Blob,
  { signal, encoding, onProgress }: Sending = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", new URL(path, document.baseURI));
    request.setRequestHeader("content-type", "application/octet-stream");
    if (encoding !== undefined) request.setRequestHeader("content-encoding", encoding);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total);
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body);
      else reject(errorFromAnswer(request.status, body, request.getResponseHeader("x-request-id")));
    };
    request.onerror = () => reject(errorFromNetwork(new Error(t`no answer`)));
    request.onabort = () => reject(new DOMException(t`The request was given up.`, "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    request.send(content);
  });
}

/** A proxy's page is no JSON; then the status alone speaks. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

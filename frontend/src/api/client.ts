/** The one door to the service. Addresses are relative to `<base href>`, so a path prefix needs no rebuild. */
import createClient from "openapi-fetch";
import { type ApiError, errorFromAnswer, errorFromNetwork } from "@/api/errors";
import type { paths } from "@/api/schema.gen";

export const client = createClient<paths>({
  baseUrl: new URL(".", document.baseURI).href.replace(/\/$/, ""),
  // Looked up per call, so that a test can stand in for the network.
  fetch: (request) => globalThis.fetch(request),
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a good answer; an ApiError for every other outcome. */
export async function unwrap<T>(pending: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await pending;
  } catch (cause) {
    throw isAbort(cause) ? cause : errorFromNetwork(cause);
  }
  const { data, error, response } = answer;
  if (!response.ok) throw answerError(response, error);
  // A 204 has no body, and then T is undefined.
  return data as T;
}

function answerError(response: Response, body: unknown): ApiError {
  return errorFromAnswer(response.status, body, response.headers.get("x-request-id"));
}

/** Leaving a page cancels its requests; that is no failure of the service. */
function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "AbortError";
}

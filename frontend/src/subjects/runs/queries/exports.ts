/** Exports as text, for the clipboard; files are plain links. */
import { errorFromAnswer, errorFromNetwork } from "@/api/errors";

/** The text at an address of the service, relative to `<base href>`. Raises ApiError. */
export async function fetchExport(address: string): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(new URL(address, document.baseURI));
  } catch (cause) {
    throw errorFromNetwork(cause);
  }
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null);
    throw errorFromAnswer(answer.status, body, answer.headers.get("x-request-id"));
  }
  return answer.text();
}

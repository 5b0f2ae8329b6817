/** What the page may ask: its own share and nothing else. No cookie goes along, and nothing is kept in the browser. */
import { t } from "@lingui/core/macro";
import type { Shared, SharedReply } from "@/api/types";

export type Outcome =
  | { state: "open"; shared: Shared }
  | { state: "passphrase"; isWrong: boolean }
  | { state: "missing" }
  | { state: "ended" }
  | { state: "throttled"; afterS: number | null }
  | { state: "failed"; requestId: string | null };

export type Download = "json" | "csv" | "raw";

const PASSPHRASE = "X-Share-Passphrase";

export async function openShare(token: string, passphrase: string | null): Promise<Outcome> {
  let answer: Response;
  try {
    answer = (passphrase === null ? await takenFirst() : null) ?? (await ask(addressOf(token), passphrase));
  } catch {
    return { state: "failed", requestId: null };
  }
  // The shape is SharedOut of the service that this page came with.
  if (answer.ok) return { state: "open", shared: (await answer.json()) as Shared };
  return refusal(answer);
}

declare global {
  var firstAnswer: Promise<Response | null> | undefined;
}

/** What public/first-share.js asked for before this script was here; once. Null: it did not, or nobody answered. */
async function takenFirst(): Promise<Response | null> {
  const first = globalThis.firstAnswer;
  globalThis.firstAnswer = undefined;
  return (await first) ?? null;
}

/** A new code for one reply, or why there is none. */
export type ReplyCode = { code: string; expires_at: string } | { detail: string };

export async function issueReplyCode(token: string, passphrase: string | null): Promise<ReplyCode> {
  try {
    const answer = await ask(`${addressOf(token)}/reply-codes`, passphrase, "POST");
    // The shape is ReplyCode or ErrorOut of the service that this page came with.
    return (await answer.json()) as ReplyCode;
  } catch {
    return { detail: t`The service did not answer. Try again.` };
  }
}

/** External runs that the sender accepted. Null: they could not be read. */
export async function repliesOfShare(
  token: string,
  passphrase: string | null,
): Promise<SharedReply[] | null> {
  try {
    const answer = await ask(`${addressOf(token)}/replies`, passphrase);
    return answer.ok ? ((await answer.json()) as { items: SharedReply[] }).items : null;
  } catch {
    return null;
  }
}

/** A file of the share under the passphrase that opened it. Null: it was refused. */
export async function fileOfShare(
  token: string,
  kind: Download,
  passphrase: string | null,
): Promise<{ name: string; content: Blob } | null> {
  const part = kind === "raw" ? "raw" : `export?format=${kind}`;
  try {
    const answer = await ask(`${addressOf(token)}/${part}`, passphrase);
    if (!answer.ok) return null;
    return {
      name: nameIn(answer) ?? `fioboard-share.${kind === "csv" ? "csv" : "json"}`,
      content: await answer.blob(),
    };
  } catch {
    return null;
  }
}

function addressOf(token: string): string {
  return `api/v1/shared/${encodeURIComponent(decoded(token))}`;
}

/** A malformed escape is no token: it is asked for as it stands and not found. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

function ask(path: string, passphrase: string | null, method = "GET"): Promise<Response> {
  return fetch(new URL(path, document.baseURI), {
    method,
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    headers: passphrase === null ? {} : { [PASSPHRASE]: encodeURIComponent(passphrase) },
  });
}

async function refusal(answer: Response): Promise<Outcome> {
  const body: unknown = await answer.json().catch(() => null);
  const field = (name: string): unknown =>
    typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  switch (answer.status) {
    case 401:
      return { state: "passphrase", isWrong: field("error") === "WrongPassphrase" };
    case 404:
    case 422:
      return { state: "missing" };
    case 410:
      return { state: "ended" };
    case 429: {
      const after = Number(answer.headers.get("retry-after") ?? Number.NaN);
      return { state: "throttled", afterS: Number.isFinite(after) ? after : null };
    }
    default: {
      const id = field("request_id") ?? answer.headers.get("x-request-id");
      return { state: "failed", requestId: typeof id === "string" ? id : null };
    }
  }
}

function nameIn(answer: Response): string | null {
  const match = /filename="([\w.-]+)"/.exec(answer.headers.get("content-disposition") ?? "");
  return match?.[1] ?? null;
}

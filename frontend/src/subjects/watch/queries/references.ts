/** References: what is pinned, and how runs, batches and hosts stand to it. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema.gen";
import type { Held } from "@/api/types";

const REFERENCES = ["references"] as const;
/** As many as the service answers at once. */
const MAX_SUBJECTS = 200;

export function referencesQuery(hostId: string | null, isWithEnded = false) {
  return queryOptions({
    queryKey: [...REFERENCES, "list", hostId, isWithEnded] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/references", {
          params: { query: { ended: isWithEnded, ...(hostId === null ? {} : { host_id: hostId }) } },
          signal,
        }),
      ),
  });
}

export type Subject = { run: string } | { batch: string };

/** A run or batch against what counts for it; null where it is gone. Those asked for at once are one question. */
export function figuresQuery(subject: Subject) {
  return queryOptions({
    queryKey: [...REFERENCES, "figures", subject] as const,
    queryFn: () => figuresOf(subject),
    staleTime: 60_000,
  });
}

/** Of a host what it measured last, for each reference that counts for it. */
export function hostFiguresQuery(hostId: string) {
  return queryOptions({
    queryKey: [...REFERENCES, "figures", { host: hostId }] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/references/figures", { params: { query: { host_id: hostId } }, signal })),
  });
}

export function againstQuery(subject: Subject) {
  return queryOptions({
    queryKey: [...REFERENCES, "against", subject] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/references/against", { params: { query: subject }, signal })),
  });
}

export type NewReference = components["schemas"]["ReferenceIn"];

export function pinReference() {
  return mutationOptions({
    mutationFn: (body: NewReference) => unwrap(client.POST("/api/v1/references", { body })),
    onSuccess: (_made, _body, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: REFERENCES }),
  });
}

export function takeBackReference() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/references/{reference_id}", { params: { path: { reference_id: id } } })),
    onSuccess: (_done, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: REFERENCES }),
  });
}

interface Waiting {
  subject: Subject;
  resolve: (held: Held | null) => void;
  reject: (reason: unknown) => void;
}

let waiting: Waiting[] = [];

function figuresOf(subject: Subject): Promise<Held | null> {
  return new Promise((resolve, reject) => {
    // The rows that a page draws ask one by one, and all before this turn ends.
    if (waiting.length === 0) setTimeout(() => void askTogether(), 0);
    waiting.push({ subject, resolve, reject });
  });
}

async function askTogether() {
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += MAX_SUBJECTS) await ask(all.slice(from, from + MAX_SUBJECTS));
}

async function ask(asked: readonly Waiting[]) {
  const run = asked.flatMap(({ subject }) => ("run" in subject ? [subject.run] : []));
  const batch = asked.flatMap(({ subject }) => ("batch" in subject ? [subject.batch] : []));
  try {
    const { items } = await unwrap(
      client.GET("/api/v1/references/figures", { params: { query: { run, batch } } }),
    );
    const held = new Map(items.map((one) => [one.run_id ?? one.batch_id, one]));
    for (const { subject, resolve } of asked)
      resolve(held.get("run" in subject ? subject.run : subject.batch) ?? null);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

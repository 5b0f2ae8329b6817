import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isNotFound, isNotSignedIn, isRefused } from "@/api/errors";
import type { LiveFrame, LiveOutlook, LiveSample } from "@/api/types";
import { appendSamples } from "@/subjects/measuring/page/live-series";
import { isOpen } from "@/subjects/measuring/parts/request-words";
import { pollLive, requestQuery } from "@/subjects/measuring/queries/requests";

const POLL_EVERY_MS = 1000;
// A proxy that holds a stream back opens it and passes nothing on.
const FIRST_EVENT_MS = 2000;
// The service says something every 10 s: a stream that is silent for longer was cut without a word.
const SILENT_MS = 25_000;

/**
 * Follows a request by its stream of events; where none comes through, it is asked for once a second. The request in the
 * cache is the newest; what is returned are its samples, and what is certain already.
 */
export function useLiveRequest(
  id: string,
  isFollowed: boolean,
): { samples: readonly LiveSample[]; outlook: readonly LiveOutlook[] } {
  const cache = useQueryClient();
  const [live, setLive] = useState<{ samples: readonly LiveSample[]; outlook: readonly LiveOutlook[] }>({
    samples: [],
    outlook: [],
  });
  useEffect(() => {
    if (!isFollowed) return;
    let last: string | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const take = (frame: LiveFrame) => {
      if (isLeft) return;
      last = frame.samples.at(-1)?.at ?? last;
      setLive(({ samples }) => ({ samples: appendSamples(samples, frame.samples), outlook: frame.outlook }));
      cache.setQueryData(requestQuery(id).queryKey, frame.request);
    };
    const poll = async () => {
      try {
        const frame = await pollLive(id, last);
        take(frame);
        if (!isOpen(frame.request)) return;
      } catch (error) {
        // Deleted, or signed out: asking again changes nothing. Anything else may come through the next time.
        if (isNotFound(error) || isNotSignedIn(error) || isRefused(error)) return;
      }
      if (!isLeft) timer = setTimeout(() => void poll(), POLL_EVERY_MS);
    };
    const stream =
      typeof EventSource === "undefined"
        ? null
        : new EventSource(new URL(`api/v1/requests/${encodeURIComponent(id)}/live`, document.baseURI));
    const pollInstead = () => {
      clearTimeout(timer);
      stream?.close();
      void poll();
    };
    const read = (event: MessageEvent<string>) => {
      clearTimeout(timer);
      take(JSON.parse(event.data) as LiveFrame);
      if (event.type === "end") stream?.close();
      else if (!isLeft) timer = setTimeout(pollInstead, SILENT_MS);
    };
    stream?.addEventListener("live", read);
    stream?.addEventListener("end", read);
    // Only one that the browser gave up: else it tries again by itself.
    stream?.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED && !isLeft) pollInstead();
    });
    if (stream === null) pollInstead();
    else timer = setTimeout(pollInstead, FIRST_EVENT_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      stream?.close();
    };
  }, [id, isFollowed, cache]);
  return live;
}

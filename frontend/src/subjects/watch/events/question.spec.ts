import { expect, test } from "vitest";
import { OPEN_CHANGE_STATES } from "@/api/vocabulary.gen";
import { addresses } from "@/lib/address";
import { toEventsQuestion } from "@/subjects/watch/events/question";

const ask = (search: Record<string, string>) => toEventsQuestion(addresses.events.parse(search).params);

test("without a filter the open events are asked for, of every kind and host", () => {
  expect(ask({})).toEqual({
    states: OPEN_CHANGE_STATES,
    kind: null,
    days: null,
    host: null,
    event: null,
    isWithGone: false,
  });
});

test("every filter of the address reaches the service", () => {
  const search = { state: "expected", kind: "link", days: "7", host: "mars", gone: "shown" };
  expect(ask(search)).toMatchObject({
    states: ["expected"],
    kind: "link",
    days: 7,
    host: "mars",
    isWithGone: true,
  });
});

test("a link to one event finds it in any state, and when it is gone", () => {
  expect(ask({ event: "e1", state: "expected", host: "mars" })).toEqual({
    states: null,
    kind: null,
    days: null,
    host: null,
    event: "e1",
    isWithGone: true,
  });
});

import { expect, test } from "vitest";
import { invitationState } from "@/subjects/accounts/people/invitation-state";

const NOW = new Date("2026-11-21T12:00:00Z");
const OPEN = { used_at: null, revoked_at: null, expires_at: "2026-11-22T12:00:00Z" };
const PAST = "2026-11-20T12:00:00Z";

test.each([
  ["open", OPEN],
  ["expired", { ...OPEN, expires_at: PAST }],
  ["expired", { ...OPEN, expires_at: NOW.toISOString() }],
  ["revoked", { ...OPEN, revoked_at: PAST }],
  ["used", { ...OPEN, used_at: PAST, expires_at: PAST }],
] as const)("%s", (state, invitation) => {
  expect(invitationState(invitation, NOW)).toBe(state);
});

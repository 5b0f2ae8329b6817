import type { Invitation } from "@/api/types";

export type InvitationState = "open" | "used" | "revoked" | "expired";

/** What became of an invitation; one that was used stays "used" after its end. */
export function invitationState(
  invitation: Pick<Invitation, "used_at" | "revoked_at" | "expires_at">,
  now: Date,
): InvitationState {
  if (invitation.used_at !== null) return "used";
  if (invitation.revoked_at !== null) return "revoked";
  return new Date(invitation.expires_at) > now ? "open" : "expired";
}

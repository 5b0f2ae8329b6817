import { t } from "@lingui/core/macro";

/** What people may do, in the words of the product. */
export const ROLES = [
  { value: "viewer", label: t`viewer: sees everything` },
  { value: "editor", label: t`editor: also uploads, edits, deletes, shares` },
  { value: "admin", label: t`admin: also creates tokens and users` },
] as const;

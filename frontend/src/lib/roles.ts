/** What people may do, in the words of the product. */
export const ROLES = [
  { value: "viewer", label: "viewer: sees everything" },
  { value: "editor", label: "editor: also uploads, edits, deletes, shares" },
  { value: "admin", label: "admin: also makes tokens and users" },
] as const;

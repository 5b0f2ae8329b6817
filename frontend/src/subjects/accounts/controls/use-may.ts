import { useQuery } from "@tanstack/react-query";
import type { Right } from "@/api/types";
import { sessionQuery } from "@/subjects/accounts/queries/session";

/** Whether the reader holds a right. False until it is known: what they may not do is not shown, not even for a moment. */
export function useMay(right: Right): boolean {
  return useQuery(sessionQuery()).data?.rights.includes(right) === true;
}

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/api/queries/session";
import type { Right } from "@/api/types";

/** Whether the reader holds a right. False until it is known: what they may not do is not shown, not even for a moment. */
export function useMay(right: Right): boolean {
  return useQuery(sessionQuery()).data?.rights.includes(right) === true;
}

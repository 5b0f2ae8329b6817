import { useQuery } from "@tanstack/react-query";
import { RequestAgain } from "@/subjects/measuring/controls/RequestAgain";
import { isOpen } from "@/subjects/measuring/parts/request-words";
import { requestQuery } from "@/subjects/measuring/queries/requests";

/** Asks for a batch once more; nothing if no request of one host made it: a requested batch has its request's id. */
export function RequestedAgain({ id }: { id: string }) {
  const request = useQuery({ ...requestQuery(id), retry: false }).data;
  if (request === undefined || isOpen(request) || request.group_id !== null) return null;
  return <RequestAgain requests={[request]} />;
}

import { useQuery } from "@tanstack/react-query";
import { infoQuery } from "@/subjects/accounts/queries/session";

/** Spells a verb of the service's command line as it is typed where the service was started. */
export function useCommandLine(): (verb: string) => string {
  const spelled = useQuery(infoQuery()).data?.command_line ?? "fioboard VERB";
  return (verb) => spelled.replace("VERB", verb);
}

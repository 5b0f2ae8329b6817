/** Files of the service, relative to `<base href>`: for plain links that the router must not take. Not in lib/paths,
 * which the first load has. */
import { type SearchRecord, stringifySearch } from "@/lib/search-params";

const part = encodeURIComponent;

export const downloads = {
  runs: (search: SearchRecord) => `api/v1/runs/export${stringifySearch(search)}`,
  fleet: (search: SearchRecord) => `api/v1/fleet/export${stringifySearch(search)}`,
  sheet: (id: string) => `api/v1/specs/${part(id)}/file`,
  comparison: (search: SearchRecord, format: "csv" | "markdown") =>
    `api/v1/compare${stringifySearch({ ...search, format })}`,
  pastedHardware: (hostId: string, id: string) => `api/v1/hosts/${part(hostId)}/hardware/${part(id)}/raw`,
  reply: (shareId: string, replyId: string) => `api/v1/shares/${part(shareId)}/replies/${part(replyId)}/raw`,
  raw: (runId: string, name: string) => `api/v1/runs/${part(runId)}/raw${stringifySearch({ name })}`,
};

import { expect, test } from "vitest";
import type { Host } from "@/api/types";
import { type HostOrder, sortHosts } from "@/subjects/hosts/list/host-order";

function host(name: string, more: Partial<Host> = {}): Host {
  return {
    id: name,
    name,
    run_count: 1,
    last_run_at: "2026-11-01T00:00:00Z",
    inventory_id: null,
    refused_uploads: 0,
    hardware: [],
    best: [],
    degraded_links: 0,
    open_events: 0,
    open_regressions: 0,
    agent_at: null,
    agent_waiting: null,
    ...more,
  };
}

const HOSTS = [
  host("a", { last_run_at: null, run_count: 9 }),
  host("b", { last_run_at: null }),
  host("c", { last_run_at: "2026-11-02T00:00:00Z" }),
  host("d", { open_regressions: 1, open_events: 1 }),
  host("e", { refused_uploads: 1, last_run_at: "2026-11-03T00:00:00Z" }),
];

test.each<[HostOrder, string]>([
  ["issues", "decab"],
  ["last", "ecdab"],
  ["runs", "abcde"],
  ["name", "abcde"],
])("hosts in the order %s", (order, names) => {
  expect(
    sortHosts(HOSTS, order)
      .map(({ name }) => name)
      .join(""),
  ).toBe(names);
});

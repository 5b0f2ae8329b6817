/** Requests and schedules as the service answers them. */
import type { MeasureRequest, Schedule } from "@/api/types";

const WANTED = {
  host: { id: "h1", name: "saturn" },
  kind: "suite",
  name: "quick",
  run_id: null,
  target: "/srv/bench",
  parameters: {},
  priority: 0,
  created_at: "2026-11-29T08:00:00Z",
  created_by: "ada",
} as const;

export function request(more: Partial<MeasureRequest> = {}): MeasureRequest {
  return {
    ...WANTED,
    id: "q1",
    state: "queued",
    reason: null,
    schedule_id: null,
    expires_at: "2026-11-30T08:00:00Z",
    started_at: null,
    ended_at: null,
    cancel_asked_at: null,
    host_seen_at: "2026-11-29T08:00:30Z",
    is_host_away: false,
    progress: null,
    batch_id: null,
    run_ids: [],
    group_id: null,
    together: null,
    ...more,
  };
}

export function schedule(more: Partial<Schedule> = {}): Schedule {
  return {
    ...WANTED,
    id: "c1",
    hosts: null,
    cron: "30 2 * * *",
    cron_words: "At 02:30 every day",
    zone: "UTC",
    jitter_s: 0,
    only_when_idle: true,
    is_expected: false,
    paused_at: null,
    next_times: ["2026-11-30T02:30:00Z", "2026-12-01T02:30:00Z"],
    last_request_id: null,
    last_group_id: null,
    last_state: null,
    last_reason: null,
    last_host_names: null,
    ...more,
  };
}

/** Short names for the shapes of the service's answers. Generated in schema.gen.ts, never written by hand. */
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

export type RunPage = Schemas["RunPage"];
export type RunItem = Schemas["RunItem"];
export type RunSummary = Schemas["RunSummary"];
export type RunDetail = Schemas["RunDetail"];
export type RunPatch = Schemas["RunPatch"];
export type Result = Schemas["ResultOut"];
export type Latency = Schemas["LatencyOut"];
export type JobResult = Schemas["JobResultOut"];
export type RepeatSpread = Schemas["RepeatSpread"];
export type Problem = Schemas["ProblemOut"];
export type DocumentRef = Schemas["DocumentRef"];
export type ResultFigures = Schemas["ResultFigures"];
export type ImportPreview = Schemas["ImportPreview"];
export type PreviewRun = Schemas["PreviewRun"];
export type SkippedLine = Schemas["MessageOut"];
export type ImportStored = Schemas["ImportStored"];
export type Cdf = Schemas["CdfOut"];
export type Host = Schemas["HostOut"];
export type HostDetail = Schemas["HostDetail"];
export type TimelineEntry = Schemas["TimelineEntry"];
export type Inventory = Schemas["InventoryOut"];
export type Setting = Schemas["SettingOut"];
export type MachineAnswer = Schemas["MachineOut"];
export type MachineFinding = Schemas["FindingOut"];
export type Difference = Schemas["DifferenceOut"];
export type RunDataPath = Schemas["PathOut"];
export type SeriesAnswer = Schemas["SeriesOut"];
export type Comparison = Schemas["CompareOut"];
/** Base against one new side. */
export type ComparedPart = Schemas["PartOut"];
export type ComparedSide = Schemas["SideOut"];
export type ComparedWorkload = Schemas["WorkloadOut"];
export type ComparedMetric = Schemas["MetricOut"];
export type ComparedHeadline = Schemas["HeadlineOut"];
export type SideFigures = Schemas["SideFigures"];
export type Verdict = ComparedMetric["verdict"];
export type Attribution = Schemas["AttributionOut"];
export type FactorChange = Schemas["FactorChangeOut"];
export type InventoryDifference = Schemas["InventoryDifference"];
export type Unmatched = Schemas["Unmatched"];
export type ComparedDistribution = Schemas["DistributionOut"];
export type ComparedSeries = Schemas["TimeSeriesCompareOut"];
export type SeriesPreset = Schemas["PresetOut"];
export type Facet = Schemas["FacetOut"];
export type Factor = Schemas["FactorOut"];
export type RunGroups = Schemas["RunGroups"];
export type WorkloadHistory = Schemas["WorkloadHistory"];
export type FactorValue = Schemas["FactorValueOut"];
export type RunSeries = Schemas["RunSeries"];
export type Batch = Schemas["BatchOut"];
export type BatchHead = Schemas["BatchHead"];
export type BatchFold = Schemas["BatchFold"];
export type SweptOption = Schemas["SweptOption"];
export type RunInBatch = Schemas["RunInBatch"];
export type Token = Schemas["TokenOut"];
export type TokenCreated = Schemas["TokenCreated"];
export type TokenScope = Token["scope"];
export type Enrolment = Schemas["EnrolmentCreated"];
export type Session = Schemas["SessionOut"];
export type Role = Session["role"];
export type User = Schemas["UserOut"];
export type Invitation = Schemas["InvitationOut"];
export type BrowserSession = Schemas["BrowserSession"];
export type AuditEvent = Schemas["AuditEventOut"];
export type ServiceInfo = Schemas["ServiceInfo"];

// What a share shows. Written by hand from schemas/shared.py until its routes are in the generated file.
export type ShareKind = "run" | "compare" | "series";
export interface SupportQuestion {
  key: string;
  title: string;
  answer: "yes" | "no" | "value" | "unknown";
  value: string | null;
  text: string;
  source: string | null;
  evidence: string[];
  command: string | null;
}
export interface SharedLatencyCurve {
  position: number;
  kind: "slat" | "clat" | "lat";
  n: number;
  points: Cdf["points"];
}
export interface SharedHost {
  label: string;
  inventory: Record<string, unknown> | null;
  firmware: Setting[];
  findings: MachineFinding[];
}
export interface SharedRun {
  label: string;
  host: string;
  title: string | null;
  note: string | null;
  tags: string[];
  started_at: string | null;
  tool: RunSummary["tool"];
  outcome: RunSummary["outcome"];
  factor_values: FactorValue[];
  results: ResultFigures[];
  job_options: Record<string, string>[];
  options_left_out: number;
  command: string | null;
  path: RunDataPath | null;
  machine: MachineAnswer | null;
  curves: SharedLatencyCurve[];
  time_series: RunSeries | null;
}
export interface LeftOut {
  field: string;
  title: string;
  count: number;
  replaced_by: string | null;
  can_reveal: boolean;
}
export interface SharedDocument {
  version: 1;
  kind: ShareKind;
  title: string;
  note: string | null;
  created_at: string;
  fioboard_version: string;
  questions: SupportQuestion[];
  hosts: SharedHost[];
  runs: SharedRun[];
  compare: Comparison | null;
  distributions: ComparedDistribution[];
  series: SeriesAnswer | null;
  factors: Factor[];
  method: string[];
  revealed: string[];
  hidden: string[];
}
export interface Shared {
  label: string | null;
  expires_at: string;
  document: SharedDocument;
}

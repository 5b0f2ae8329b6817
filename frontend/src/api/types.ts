/** Short names for the shapes of the service's answers. Generated in schema.gen.ts, never written by hand. */
import type { components } from "@/api/schema.gen";

type Schemas = components["schemas"];

export type RunPage = Schemas["RunPage"];
export type RunSummary = Schemas["RunSummary"];
export type RunDetail = Schemas["RunDetail"];
export type RunPatch = Schemas["RunPatch"];
export type Result = Schemas["ResultOut"];
export type Latency = Schemas["LatencyOut"];
export type JobResult = Schemas["JobResultOut"];
export type Problem = Schemas["ProblemOut"];
export type DocumentRef = Schemas["DocumentRef"];
export type ResultFigures = Schemas["ResultFigures"];
export type ImportPreview = Schemas["ImportPreview"];
export type PreviewRun = Schemas["PreviewRun"];
export type SkippedLine = Schemas["MessageOut"];
export type ImportStored = Schemas["ImportStored"];
export type Cdf = Schemas["CdfOut"];
export type Host = Schemas["HostOut"];
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

/** Names the demo's query and the loading of it; apart, so that the first page loads nothing else of it. */
export const DEMO_KEY = ["demo"] as const;

import { t } from "@lingui/core/macro";

/** The facets of an inventory in words: what can be the same while another differs. */
export const FACET = { hw: "hardware", fw: "firmware", os: "system", other: t`not compared` } as const;

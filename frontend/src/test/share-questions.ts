/** Answers of the support questionnaire for tests of share pages. */
import type { SupportQuestion } from "../api/types.ts";

export function question(key: string, more: Partial<SupportQuestion> = {}): SupportQuestion {
  return {
    key,
    title: key,
    answer: "yes",
    value: null,
    text: "",
    source: null,
    evidence: [],
    command: null,
    ...more,
  };
}

/** What an EPYC server with four drives behind a HBA answers. */
export const QUESTIONS: SupportQuestion[] = [
  question("slot-width", {
    title: "Is it in an x16 slot, and did the link train to x16?",
    value: "SLOT1, Gen4 x16, trained Gen4 x16",
    text: "The adapter sits in an x16 slot and uses all sixteen lanes at full speed.",
    source: "inventory: PCIe link under load",
    evidence: ["host 1: 0000:21:00.0 Gen4 x16 of Gen4 x16", "ceiling 28.8 GB/s one way"],
  }),
  question("numa-pinning", {
    title: "Did you pin the process to a NUMA node?",
    answer: "no",
    value: "fio on CPUs 0-47, drives on node 1",
    text: "fio was free to run on every CPU; the drives are attached to node 1 of 8.",
    source: "inventory: NUMA; job options",
    evidence: ["CPUs allowed: 0-47", "NUMA node of the drives: 1"],
  }),
  question("driver", {
    title: "Are the drivers installed, and which?",
    value: "nvme 1.0 of kernel 5.15.0",
    text: "All four drives are served by the kernel's own NVMe driver.",
    source: "inventory: PCIe functions",
    evidence: ["0000:23:00.0 nvme", "0000:24:00.0 nvme", "0000:25:00.0 nvme", "0000:26:00.0 nvme"],
  }),
  question("link-hops", {
    title: "Is the link full at every hop?",
    value: "yes, 5 of 5 links to the drives at full width and speed",
    text: "No link on the way trained below what both of its ends can do.",
    source: "inventory: PCIe link under load",
  }),
  question("firmware", {
    title: "Which drive firmware?",
    answer: "value",
    value: "E2MU200 on 4 of 4",
    text: "All members run the same firmware.",
    source: "inventory: drives",
  }),
  question("bios", {
    title: "Which BIOS version and settings?",
    answer: "value",
    value: "M12 of 2021-09-16; NPS 1 on base, NPS 4 on new",
    text: "Nodes per socket differ between the sides.",
    source: "inventory: firmware settings",
  }),
  question("array", {
    title: "How is the storage laid out?",
    answer: "value",
    value: "RAID0 of 4, chunk 512 KiB",
    text: "array 1 over drive A to drive D.",
    source: "inventory: volumes",
  }),
  question("cooling", {
    title: "How warm did the drives get?",
    answer: "unknown",
    text: "No temperature was sampled on this host.",
    command: "sudo smartctl -A /dev/nvme0",
  }),
  question("command", {
    title: "What exactly was run?",
    answer: "value",
    value: "fio-3.30",
    text: "2 MiB sequential read, iodepth 16, 60 s, direct.",
    source: "result: job options",
  }),
];

import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { runDetail } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(signedIn);

/** What the observers of the page were told to watch, and how to answer them. */
const watched = new Map<Element, (isIntersecting: boolean) => void>();

type Tell = (entries: { target: Element; isIntersecting: boolean }[]) => void;

class ObserverByHand {
  private readonly tell: Tell;
  constructor(tell: Tell) {
    this.tell = tell;
  }
  observe(target: Element) {
    watched.set(target, (isIntersecting) => this.tell([{ target, isIntersecting }]));
  }
  disconnect() {}
}

function openRun(run: ReturnType<typeof runDetail>) {
  watched.clear();
  vi.stubGlobal("IntersectionObserver", ObserverByHand);
  answer("get", "/runs/:id", run);
  answer("get", "/factors", { items: [] });
  answer("get", "/runs/:id/time-series", { from_ms: 0, to_ms: 0, bucket_ms: 1, series: [] });
  answer("get", "/runs/:id/moments", { notes: [], readings: [], preflight: null });
  return openApp("/runs/run-1?units=binary");
}

const anchors = async () =>
  within(await screen.findByRole("navigation", { name: "Sections of this page" })).getAllByRole("link");

test("each section that the run has is one anchor of the page's own address", async () => {
  openRun(runDetail());
  const links = await anchors();
  expect(links.map((link) => link.getAttribute("href")?.replace(/^.*#/, "#"))).toContain("#latency");
  for (const link of links) {
    const id = link.getAttribute("href")?.split("#")[1] ?? "";
    expect(document.getElementById(id), id).not.toBeNull();
    expect(link.getAttribute("href")).toBe(`${window.location.pathname}${window.location.search}#${id}`);
  }
});

test("a run without results has no latency and no time to lead to", async () => {
  openRun(runDetail({ state: "not_understood", state_reason: "fio 1.2 text output.", results: [] }));
  expect((await anchors()).map((link) => link.textContent)).toEqual([
    "Answer",
    "Configuration",
    "Inventory",
    "Files",
  ]);
});

test("a digit leads to the section of that place", async () => {
  const { user } = openRun(runDetail());
  const second = (await anchors())[1]?.getAttribute("href")?.split("#")[1];
  await user.keyboard("2");
  expect(window.location.hash).toBe(`#${second}`);
  window.location.hash = "";
});

test("the first section on the screen is the one that is read", async () => {
  openRun(runDetail());
  const links = await anchors();
  const current = () => links.find((link) => link.getAttribute("aria-current") === "location")?.textContent;
  const see = (id: string, isSeen: boolean) => {
    const section = document.getElementById(id);
    if (section !== null) watched.get(section)?.(isSeen);
  };
  expect(current()).toBe("Answer");
  see("latency", true);
  see("configuration", true);
  await expect.poll(current).toBe("Latency");
  see("latency", false);
  see("time", false);
  see("files", true);
  await expect.poll(current).toBe("Latency");
  see("configuration", true);
  await expect.poll(current).toBe("Configuration");
});

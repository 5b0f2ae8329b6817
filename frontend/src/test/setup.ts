import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { server } from "@/test/app";

// Only a bound: what is loaded on demand, such as charts, takes its time on a machine that runs other suites beside.
configure({ asyncUtilTimeout: process.env["CI"] ? 80_000 : 10_000 });

// Files share a page and its globals: what the one before put in their place goes first.
vi.unstubAllGlobals();

// The service writes it into index.html; addresses and the router hang on it.
const base = document.querySelector("base") ?? document.createElement("base");
base.href = "/";
document.head.append(base);

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  vi.restoreAllMocks();
});
afterAll(() => server.close());

// What jsdom has not: layout and media queries.
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
}));
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
vi.stubGlobal(
  "IntersectionObserver",
  class {
    observe() {}
    disconnect() {}
  },
);
vi.stubGlobal("scrollTo", () => {});
Element.prototype.scrollIntoView = () => {};
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};

import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PlainHttp } from "@/ui/PlainHttp";

afterEach(() => vi.unstubAllGlobals());

test("over plain http every page says so in an alert", () => {
  vi.stubGlobal("isSecureContext", false);
  render(<PlainHttp />);
  expect(screen.getByRole("alert").textContent).toContain("Insecure connection");
});

test("over https, and on the machine itself, nothing is said", () => {
  vi.stubGlobal("isSecureContext", true);
  render(<PlainHttp />);
  expect(screen.queryByRole("alert")).toBeNull();
});

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useFirstScreen } from "@/components/use-first-screen";

let arrive: () => void;
const came = () =>
  new Promise<string>((resolve) => {
    arrive = () => resolve("the answer");
  });

function Page() {
  const first = useQuery({ queryKey: ["first"], queryFn: came });
  const isFirstThere = useFirstScreen();
  return (
    <>
      {first.data}
      {isFirstThere && <p>further down</p>}
    </>
  );
}

function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  window.location.hash = "";
});

test("what stands further down waits for what the first screen asks for", async () => {
  open();
  // A macrotask each: idle callbacks that were not taken back would have run.
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)));
  expect(screen.queryByText("further down")).toBeNull();
  await act(async () => arrive());
  await screen.findByText("further down");
  expect(screen.getByText(/the answer/)).toBeDefined();
});

test("paper has it at once", () => {
  open();
  expect(screen.queryByText("further down")).toBeNull();
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getByText("further down")).toBeDefined();
});

test("an address that leads further down has it at once", () => {
  window.location.hash = "#files";
  open();
  expect(screen.getByText("further down")).toBeDefined();
});

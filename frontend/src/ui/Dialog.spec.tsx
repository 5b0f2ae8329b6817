import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "@/ui/Dialog";

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen && (
        <Dialog title="Edit run" onClose={() => setOpen(false)}>
          <input aria-label="Title" data-autofocus="" />
        </Dialog>
      )}
    </MantineProvider>
  );
}

/** What the browser does at Escape: it closes its own dialog, which says so. */
const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event("close"));

test.each([
  ["Escape", () => pressEscape(screen.getByRole("dialog", { name: "Edit run" }))],
  ["Close", () => fireEvent.click(screen.getByRole("button", { name: "Close" }))],
])("after %s the focus is on the button that opened the dialog", async (_, leave) => {
  render(<Opener />);
  const opener = screen.getByRole("button", { name: "Edit" });
  opener.focus();
  fireEvent.click(opener);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Title" }));
  leave();
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

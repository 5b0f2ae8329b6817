import { t } from "@lingui/core/macro";
import { CloseButton } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import styles from "@/ui/Dialog.module.css";

interface DialogProps {
  title: string;
  /** As wide and high as the window allows, for what must be seen whole. */
  isWide?: boolean;
  /** Also called when the reader presses Escape. */
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus inside and gives it back. Open as long as it is rendered. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const id = useId();
  // Asked while the page is still as the reader left it: a menu goes away as the dialog comes.
  const [opener] = useState(openerNow);
  const [show] = useState(() => (dialog: HTMLDialogElement | null) => open(dialog, opener));
  return (
    <dialog
      ref={show}
      className={`${styles.dialog} ${isWide ? styles.wide : ""}`}
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className="row spread" style={{ padding: "12px 12px 0 20px" }}>
        <h2 id={id}>{title}</h2>
        <CloseButton aria-label={t`Close`} onClick={onClose} />
      </div>
      <div style={{ padding: "12px 20px 20px" }}>{children}</div>
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null, opener: HTMLElement | null) {
  if (dialog === null) return;
  if (!dialog.open) dialog.showModal();
  // The browser goes to the first control, which is the one that closes. React sets no autofocus attribute.
  dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  // The browser gives the focus back only where the dialog is closed, and React takes it away as it stands. Whoever
  // has the focus by then (the heading of another page) keeps it.
  return () =>
    queueMicrotask(() => {
      if (document.activeElement === document.body) opener?.focus();
    });
}

/** What the reader came from; an item of a menu is gone with its menu, so that it is the menu's button. */
function openerNow(): HTMLElement | null {
  const active = document.activeElement;
  const button = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = typeof button === "string" ? document.getElementById(button) : active;
  return opener instanceof HTMLElement ? opener : null;
}

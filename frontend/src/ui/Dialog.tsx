import { CloseButton } from "@mantine/core";
import { type ReactNode, useId } from "react";
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
  return (
    <dialog
      ref={open}
      className={`${styles.dialog} ${isWide ? styles.wide : ""}`}
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}

function open(dialog: HTMLDialogElement | null) {
  if (dialog === null || dialog.open) return;
  dialog.showModal();
  // The browser goes to the first control, which is the one that closes. React sets no autofocus attribute.
  dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}

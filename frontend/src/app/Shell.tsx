import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconX } from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { useRef } from "react";
import { CommandPalette } from "@/app/CommandPalette";
import { Navigation } from "@/app/Navigation";
import styles from "@/app/Shell.module.css";
import { ShortcutHelp } from "@/app/ShortcutHelp";
import { ThemeButton } from "@/app/ThemeButton";
import { FullDisk } from "@/subjects/system/FullDisk";
import { Logo } from "@/ui/Logo";
import { PlainHttp } from "@/ui/PlainHttp";
import { useLightPaper } from "@/ui/use-light-paper";

/** Navigation column, top bar, content: around every page of a signed-in reader. */
export function Shell() {
  useLightPaper();
  const drawer = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLElement>(null);
  return (
    <div className={styles.shell}>
      {/* A button: a link to "#content" would leave the page, because <base href> is the service's root. */}
      <button type="button" className={styles.skip} onClick={() => content.current?.focus()}>
        <Trans>Skip to content</Trans>
      </button>
      <div className={styles.side}>
        <Navigation />
      </div>
      <div className="stack shrinks">
        <header className={styles.bar}>
          <ActionIcon
            className={styles.menu ?? ""}
            aria-label={t`Open navigation`}
            onClick={() => drawer.current?.showModal()}
          >
            <IconMenu2 size={18} />
          </ActionIcon>
          <span className={styles.brand}>
            <Logo size={20} /> fioboard
          </span>
          <CommandPalette />
          <ThemeButton />
        </header>
        <PlainHttp />
        <FullDisk />
        <main ref={content} tabIndex={-1} className={styles.content}>
          <Outlet />
        </main>
      </div>
      <ShortcutHelp />
      {/* The browser's own dialog keeps the focus inside, closes on Escape and gives the focus back. */}
      <dialog ref={drawer} className={styles.drawer} aria-label={t`Navigation`}>
        <ActionIcon
          className={styles.close ?? ""}
          aria-label={t`Close navigation`}
          onClick={() => drawer.current?.close()}
        >
          <IconX size={18} />
        </ActionIcon>
        <Navigation isInDrawer onFollow={() => drawer.current?.close()} />
      </dialog>
    </div>
  );
}

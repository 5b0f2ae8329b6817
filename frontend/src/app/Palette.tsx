import { plural, t } from "@lingui/core/macro";
import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { PAGES } from "@/app/pages";
import { parseFilterText, parseTyped } from "@/lib/filter";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { DRIVE_PAGES } from "@/subjects/datasheets/controls/drive-pages";
import { hostsQuery } from "@/subjects/hosts/queries/hosts";
import { presetsQuery } from "@/subjects/runs/queries/series";
import { viewsQuery } from "@/subjects/runs/queries/views";
import { Dialog } from "@/ui/Dialog";

/** The box itself: fetched when it is first opened. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const mayUpload = useMay("upload");
  const mayWrite = useMay("write");
  const mayAdmit = useMay("session");
  const hosts = useQuery(hostsQuery()).data?.items ?? [];
  const views = useQuery(viewsQuery("runs")).data?.items ?? [];
  const presets = useQuery(presetsQuery()).data?.items ?? [];
  const places = new Map<string, string>([
    ...PAGES.filter((page) => !page.isForUploaders || mayUpload).map(({ name, to }) => [name, to] as const),
    ...DRIVE_PAGES.map(({ name, to }) => [name, to] as const),
    [t`Schedules`, paths.schedules()],
    ...(mayWrite ? [[t`Deleted runs`, paths.trash()] as const] : []),
    ...(mayAdmit ? [[t`Hosts and tokens`, paths.tokens()] as const] : []),
    ...hosts.map((host) => [t`Host ${{ name: host.name }}`, paths.host(host.id)] as const),
    ...hosts.map(
      (host) => [t`Runs of ${{ name: host.name }}`, paths.runs({ filter: { host: [host.name] } })] as const,
    ),
    ...views.map((view) => [t`View ${{ name: view.name }}`, `${paths.runs()}?${view.query}`] as const),
    ...presets
      .filter((preset) => preset.is_available)
      .map(
        ({ title, filter, x, metric, by }) =>
          [t`Chart ${title}`, paths.explore({ filter: parseFilterText(filter), x, metric, by })] as const,
      ),
  ]);
  const go = (text: string) => {
    const typed = parseTyped(text);
    const filter = { ...typed.filter, ...(typed.words === "" ? {} : { q: [typed.words] }) };
    void navigate({ to: places.get(text) ?? paths.runs({ filter }) });
    onClose();
  };
  const [text, setText] = useState("");
  const part = text.trim().toLowerCase();
  const matching = [...places.keys()].filter((name) => name.toLowerCase().includes(part)).length;
  // Room for the list below the box: a modal dialog cuts off what hangs over its edge.
  const room = { minHeight: 352 };
  return (
    <Dialog title={t`Go to`} onClose={onClose}>
      <form
        style={room}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") go(text);
        }}
      >
        <Autocomplete
          aria-label={t`Page, host, view, or words to search for`}
          placeholder={t`Page, host, view, or words to search for`}
          data-autofocus
          value={text}
          onChange={setText}
          onOptionSubmit={go}
          data={[...places.keys()]}
          limit={9}
          maxDropdownHeight={310}
          dropdownOpened
          selectFirstOptionOnChange={false}
          comboboxProps={{ withinPortal: false }}
        />
        <span className="visually-hidden" aria-live="polite">
          {text !== "" && plural(matching, { one: "# place", other: "# places" })}
        </span>
      </form>
    </Dialog>
  );
}

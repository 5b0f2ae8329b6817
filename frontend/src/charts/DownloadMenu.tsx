import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon, Menu, useComputedColorScheme } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { ChartWords } from "@/charts/ChartFrame";
import { type Picture, pngFile, svgFile } from "@/charts/picture";
import type { Series } from "@/charts/series-style";
import { type Twin, toCsv } from "@/charts/twin";
import { download } from "@/lib/file-download";

interface DownloadMenuProps {
  file: string;
  words: ChartWords;
  series: readonly Series[];
  twin: Twin;
  /** The drawn plot; null while the table is shown. */
  plot: () => SVGSVGElement | null;
}

/** The chart for a report: as a picture or as figures. */
export function DownloadMenu({ file, words, series, twin, plot }: DownloadMenuProps) {
  const scheme = useComputedColorScheme();
  const [isFailed, setFailed] = useState(false);
  const save = async (kind: "png" | "svg", isLight: boolean) => {
    const drawn = plot();
    if (drawn === null) return setFailed(true);
    const picture: Picture = { ...words, series, plot: drawn, isLight };
    try {
      download(kind === "png" ? await pngFile(picture) : svgFile(picture), `${file}.${kind}`);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t`Download ${{ title: words.title }}`} title={t`Download`}>
          <IconDownload size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save("png", false)}>
          <Trans>PNG picture</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => void save("svg", false)}>
          <Trans>SVG picture</Trans>
        </Menu.Item>
        {scheme === "dark" && (
          <>
            <Menu.Item onClick={() => void save("png", true)}>
              <Trans>PNG, light background</Trans>
            </Menu.Item>
            <Menu.Item onClick={() => void save("svg", true)}>
              <Trans>SVG, light background</Trans>
            </Menu.Item>
          </>
        )}
        <Menu.Item
          onClick={() => download(new Blob([toCsv(twin)], { type: "text/csv;charset=utf-8" }), `${file}.csv`)}
        >
          <Trans>CSV figures</Trans>
        </Menu.Item>
        {isFailed && (
          <Menu.Label role="alert">
            <Trans>No picture: switch to the chart and try again.</Trans>
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * A chart as a file that stands on its own: the plot with title, legend and where it came from. Works on the drawn
 * SVG, because Recharts draws nothing outside a browser.
 */

import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { t } from "@lingui/core/macro";
import type { Series } from "@/charts/series-style";

const SVG = "http://www.w3.org/2000/svg";
const PADDING = 20;
const LINE = 20;
const FONT = "'Inter Variable', Inter, system-ui, sans-serif";
/** What a stylesheet may have said about an SVG element; paint-order, or the halo of a label covers it. */
const COPIED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "stroke-linecap",
  "opacity",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
  "display",
];
/** What belongs to the pointer, not to the chart. */
const TRANSIENT = ".recharts-tooltip-cursor, .recharts-active-dot, .recharts-active-dots, [data-transient]";

export interface Picture {
  title: string;
  subtitle: string;
  series: readonly Series[];
  plot: SVGSVGElement;
  /** A white page even when the screen is dark: vendors print. */
  isLight: boolean;
}

interface Drawing {
  svg: SVGSVGElement;
  width: number;
  height: number;
}

export function svgFile(picture: Picture): Blob {
  const { svg } = draw(picture);
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });
}

/** At twice the size of the screen. */
export async function pngFile(picture: Picture): Promise<Blob> {
  const { svg, width, height } = draw(picture);
  // An SVG drawn through an image cannot load the page's fonts: it must bring its own.
  const style = document.createElementNS(SVG, "style");
  const font = await dataUrl(await (await fetch(interUrl)).blob());
  style.textContent = `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(${font}) format('woff2')}`;
  svg.prepend(style);
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }),
  );
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width * 2;
    canvas.height = height * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob === null ? reject(new Error(t`the browser made no picture`)) : resolve(blob),
      ),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

function draw({ title, subtitle, series, plot, isLight }: Picture): Drawing {
  // Colours are custom properties of the colour scheme: resolve them in a subtree of the wanted one.
  const stage = document.createElement("div");
  const scheme = document.documentElement.getAttribute("data-mantine-color-scheme") ?? "light";
  stage.setAttribute("data-mantine-color-scheme", isLight ? "light" : scheme);
  stage.style.cssText = "position:absolute;left:-10000px;top:0;visibility:visible";
  document.body.append(stage);
  try {
    const { width: plotWidth, height: plotHeight } = plot.getBoundingClientRect();
    const width = Math.round(plotWidth + 2 * PADDING);
    const svg = element("svg", { xmlns: SVG });
    stage.append(svg);
    const background = svg.appendChild(element("rect", { width, fill: "var(--panel)" }));

    let y = PADDING + 12;
    svg.append(text(title, PADDING, y, { "font-size": 15, "font-weight": 620, fill: "var(--ink)" }));
    y += LINE;
    svg.append(text(subtitle, PADDING, y, { "font-size": 12.5, fill: "var(--ink-3)" }));
    y += LINE;
    y = drawLegend(svg, series, width, y) + 8;

    const copy = plot.cloneNode(true);
    // cloneNode of an SVG element is an SVG element.
    const inner = copy as SVGSVGElement;
    for (const part of inner.querySelectorAll(TRANSIENT)) part.remove();
    // Text of the plot takes its size from the frame's stylesheet, which does not reach here.
    for (const label of inner.querySelectorAll("text")) label.setAttribute("font-size", "12");
    for (const [name, value] of Object.entries({ x: PADDING, y, width: plotWidth, height: plotHeight })) {
      inner.setAttribute(name, String(value));
    }
    svg.append(inner);
    y += plotHeight + LINE;
    svg.append(text(source(), PADDING, y, { "font-size": 11, fill: "var(--ink-3)" }));

    const height = Math.round(y + PADDING - 4);
    background.setAttribute("height", String(height));
    for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
      svg.setAttribute(name, String(value));
    }
    for (const part of svg.querySelectorAll<SVGElement>("*")) inlineStyle(part);
    svg.setAttribute("font-family", FONT);
    svg.remove();
    return { svg, width, height };
  } finally {
    stage.remove();
  }
}

/** Swatches and labels, wrapped to the width. Returns the baseline below them. */
function drawLegend(svg: SVGSVGElement, series: readonly Series[], width: number, top: number): number {
  let x = PADDING;
  let y = top;
  for (const { label, style } of series) {
    const caption = text(label, 0, 0, { "font-size": 12.5, fill: "var(--ink-2)" });
    svg.append(caption);
    const size = 34 + caption.getComputedTextLength() + 20;
    if (x > PADDING && x + size > width - PADDING) {
      x = PADDING;
      y += LINE;
    }
    svg.append(
      element("line", {
        x1: x,
        x2: x + 26,
        y1: y - 4,
        y2: y - 4,
        stroke: style.colour,
        "stroke-width": 2,
        ...(style.dash === undefined ? {} : { "stroke-dasharray": style.dash }),
      }),
    );
    caption.setAttribute("x", String(x + 34));
    caption.setAttribute("y", String(y));
    x += size;
  }
  return series.length === 0 ? y - LINE : y;
}

function inlineStyle(part: SVGElement): void {
  const computed = getComputedStyle(part);
  for (const property of COPIED) {
    const value = computed.getPropertyValue(property);
    if (value !== "") part.setAttribute(property, value);
  }
  part.removeAttribute("class");
  part.removeAttribute("style");
}

function source(): string {
  return `fioboard · ${location.href} · ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

type Attributes = Record<string, string | number>;

function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== "xmlns") made.setAttribute(key, String(value));
  }
  return made;
}

function text(words: string, x: number, y: number, attributes: Attributes): SVGTextElement {
  const made = element("text", { x, y, ...attributes });
  made.textContent = words;
  return made;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // readAsDataURL gives text.
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error(t`the font could not be read`));
    reader.readAsDataURL(blob);
  });
}

import { usePlotArea, useXAxisScale } from "recharts";
import { type Annotation, type AnnotationKind, placeAnnotations, type Room } from "@/charts/annotation-model";
import styles from "@/charts/ChartFrame.module.css";

const STROKES: Record<AnnotationKind, { stroke: string; strokeDasharray?: string }> = {
  note: { stroke: "var(--ink-2)" },
  changed: { stroke: "var(--warn)", strokeDasharray: "4 4" },
  step: { stroke: "var(--warn)", strokeDasharray: "8 3" },
};
const FLAG = "h8l-2.5 3.5l2.5 3.5h-8z";
const FIRST_LINE = 11;

/** In pixels of the drawing. */
interface Area extends Room {
  y: number;
  height: number;
}

interface AnnotationMarksProps {
  annotations: readonly Annotation[];
  /** Where a moment stands; undefined where the drawing has no time axis. */
  place: (x: number) => number | undefined;
  area: Area;
}

/** The marks of a chart of Recharts, by its own axis. */
export default function Annotations({ annotations }: { annotations: readonly Annotation[] }) {
  const area = usePlotArea();
  const scale = useXAxisScale();
  if (area === undefined || scale === undefined) return null;
  return <AnnotationMarks annotations={annotations} place={(x) => scale(x)} area={area} />;
}

/**
 * What happened when, over the time of a chart: a line and a word each, a flag on what a person noted. The frame around
 * the chart says the same as a list and in its table.
 */
export function AnnotationMarks({ annotations, place, area }: AnnotationMarksProps) {
  const { lines, words } = placeAnnotations(annotations, place, area);
  return (
    <g data-testid="annotations">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no state, and two may say the same at one time
        <g key={i}>
          {line.right > line.left && (
            <rect
              x={line.left}
              y={area.y}
              width={line.right - line.left}
              height={area.height}
              fill="var(--ink-3)"
              fillOpacity={0.1}
            />
          )}
          <path d={`M${line.left} ${area.y}v${area.height}`} {...STROKES[line.kind]} />
          {line.kind === "note" && <path d={`M${line.left} ${area.y}${FLAG}`} fill="var(--ink-2)" />}
          <path d={`M${line.left} ${area.y}v${area.height}`} stroke="transparent" strokeWidth={9}>
            <title>{line.text}</title>
          </path>
        </g>
      ))}
      {words.map((word) => (
        <text
          key={`${word.x} ${word.text}`}
          className={styles.annotation}
          x={word.x}
          y={area.y + FIRST_LINE}
          fontSize={11}
          textAnchor={word.anchor}
          fill="var(--ink-2)"
          stroke="var(--panel)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          <title>{word.full.join("\n")}</title>
          {word.text}
        </text>
      ))}
    </g>
  );
}

import styles from "@/ui/Skeleton.module.css";

/** Stands in for content of a known size while it loads. */
export function Skeleton({ width = "100%", height = 12 }: { width?: number | string; height?: number }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}

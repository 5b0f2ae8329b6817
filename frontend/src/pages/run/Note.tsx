import { lazy, Suspense } from "react";
import styles from "@/pages/run/RunPage.module.css";
import { Card } from "@/ui/Card";

/** Most runs have no note: the reader of Markdown is fetched with the first one. */
const Markdown = lazy(() => import("react-markdown"));

/** A person's words about the run, in Markdown. HTML in them is text; pictures of other sites are not fetched. */
export function Note({ text }: { text: string }) {
  return (
    <Card title="Note">
      <div className={styles.note}>
        <Suspense fallback={<p>{text}</p>}>
          <Markdown skipHtml={false} disallowedElements={["img"]} unwrapDisallowed>
            {text}
          </Markdown>
        </Suspense>
      </div>
    </Card>
  );
}

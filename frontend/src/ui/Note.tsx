import { t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";
import { Card } from "@/ui/Card";
import styles from "@/ui/Note.module.css";

/** Most have no note: the reader of Markdown is fetched with the first one. */
const Markdown = lazy(() => import("react-markdown"));

/** A person's words about a run or a batch, in Markdown. HTML in them is text; pictures of other sites are not fetched. */
export function Note({ text }: { text: string }) {
  return (
    <Card title={t`Note`}>
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

import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Questions } from "@/subjects/sharing/parts/Questionnaire";
import { answeredInWords } from "@/subjects/sharing/parts/questionnaire-words";
import { type QuestionsOf, questionsQuery } from "@/subjects/sharing/queries/questions";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface SupportQuestionsProps {
  of: QuestionsOf;
  /** Of a page with more on it the list is asked for when somebody opens it. */
  isFolded?: boolean;
}

/** What a vendor's support would ask, answered for those who may see everything. */
export function SupportQuestions({ of, isFolded = false }: SupportQuestionsProps) {
  const [isOpen, setOpen] = useState(!isFolded);
  const questions = useQuery({ ...questionsQuery(of), enabled: isOpen });
  const items = questions.data?.items;
  return (
    <Card
      title={t`Vendor support checklist`}
      subtitle={
        items === undefined || items.length === 0
          ? t`What vendors ask for: slot, NUMA node, drivers, BIOS and firmware, each with the command where it is unknown`
          : answeredInWords(items)
      }
      actions={
        isFolded && (
          <Button
            className="no-print"
            size="xs"
            variant="default"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t`Hide` : t`Show checklist`}
          </Button>
        )
      }
      isFlush
    >
      {!isOpen ? null : questions.isPending ? (
        <div style={{ height: 200, padding: 16 }} aria-busy="true">
          <Skeleton height={168} />
        </div>
      ) : questions.isError ? (
        <QueryError
          title={t`The questions could not be answered.`}
          error={questions.error}
          onRetry={() => void questions.refetch()}
        />
      ) : questions.data.items.length === 0 ? (
        <EmptyMessage title={t`No runs on this host yet.`} />
      ) : (
        <Questions questions={questions.data.items} />
      )}
    </Card>
  );
}

import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Right } from "@/api/types";
import { sessionQuery } from "@/subjects/accounts/queries/session";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";

interface OnlyWithProps {
  right: Right;
  /** What the right is needed for: "Importing results needs the role editor." */
  needs: string;
  children: ReactNode;
}

/** A page for those who hold a right; the others are told what it takes, in place of forms that would be refused. */
export function OnlyWith({ right, needs, children }: OnlyWithProps) {
  const session = useQuery(sessionQuery());
  if (session.data === undefined) return null;
  if (session.data.rights.includes(right)) return children;
  return (
    <Card>
      <EmptyMessage
        title={needs}
        detail={t`You are ${{ role: session.data.role }} here. An admin can change that.`}
      />
    </Card>
  );
}

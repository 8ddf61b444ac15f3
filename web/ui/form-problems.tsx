/** Above a form: what has to be mended in it, and why it was refused. */
import type { ReactNode } from 'react';
import { ErrorSummary } from './error-summary.tsx';
import { Notice } from './notice.tsx';

type Props = {
  summary: Parameters<typeof ErrorSummary>[0]['errors'];
  refusal: string | null;
  /** What to do about the refusal. */
  secondary?: ReactNode;
};

export function FormProblems({ summary, refusal, secondary }: Props) {
  return (
    <>
      <ErrorSummary errors={summary} />
      {refusal !== null && (
        <Notice kind="danger" role="alert" secondary={secondary}>
          {refusal}
        </Notice>
      )}
    </>
  );
}

/** Says by one press that the name of a team offends; an operator looks at it. */
import { useState } from 'react';
import { useCall } from '#web/api/use-call.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as leagueCss from './league.module.css';

export function ReportName({ teamId, name }: { teamId: string; name: string }) {
  const { t, error } = useText();
  const { call, isBusy, refused } = useCall('club.reportTeam');
  const [isDone, setDone] = useState(false);
  const report = async (): Promise<void> => {
    if (await call({ params: { teamId } })) setDone(true);
  };
  return (
    <span className={leagueCss.report} role="status">
      {isDone ? (
        t('competitions.reported')
      ) : (
        <Button kind="plain" busy={isBusy} onClick={() => void report()}>
          {t('competitions.report')}
          <span className="visually-hidden">: {name}</span>
        </Button>
      )}
      {refused !== null && error(refused)}
    </span>
  );
}

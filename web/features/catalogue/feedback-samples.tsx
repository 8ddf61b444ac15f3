/** Notices, toasts, dialogs, skeletons, progress, countdown. */
import { useCallback, useState } from 'react';
import { endInWords, endOf } from '#texts/ends.ts';
import { useShell } from '#web/page/shell.ts';
import { Countdown } from '#web/shared/games/countdown.tsx';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice, type NoticeKind } from '#web/ui/notice.tsx';
import { Progress, Waiting } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Toast, type ToastMessage } from '#web/ui/toast.tsx';
import { Row, Sample } from './sample.tsx';

const kinds: readonly NoticeKind[] = ['info', 'success', 'warn', 'danger'];

export function NoticeSamples() {
  const { t } = useText();
  return (
    <Sample name="Notice">
      {() => (
        <>
          {kinds.map((kind) => (
            <Notice
              key={kind}
              kind={kind}
              title={t('session.expiredTitle')}
              secondary={t('review.cancelInfo')}
            >
              {endInWords(endOf(t, 'ends.session.expired'))}
            </Notice>
          ))}
          <Notice kind="danger">{t('errors.EC_NETWORK_ERROR')}</Notice>
        </>
      )}
    </Sample>
  );
}

export function ProgressSamples() {
  const { t } = useText();
  const { now } = useShell();
  const [started, setStarted] = useState(false);
  const inHours = (hours: number): string => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
  return (
    <>
      <Sample name="Skeleton">
        {() => (
          <>
            <Skeleton label={t('loading.results')} lines={3} />
            <Skeleton label={t('loading.data')} height={120} />
          </>
        )}
      </Sample>
      <Sample name="Progress, Waiting">
        {() => (
          <>
            <Progress label={t('loading.sending')} value={0} />
            <Progress label={t('loading.sending')} value={64} />
            <Progress label={t('loading.payment')} value={100} shown={t('loading.done')} />
            {started ? (
              <Waiting label={t('loading.tickets')} />
            ) : (
              <Row>
                <Button onClick={() => setStarted(true)}>{t('common.retry')}</Button>
              </Row>
            )}
          </>
        )}
      </Sample>
      <Sample name="Countdown">
        {() => (
          <ul className="stack">
            {[52, 5.5, 0.5, 0.125, -1].map((hours) => (
              <li key={hours}>
                <Countdown closeDate={inHours(hours)} now={now} />
              </li>
            ))}
          </ul>
        )}
      </Sample>
    </>
  );
}

type Shown = 'plain' | 'held' | null;

export function DialogSamples() {
  const { t } = useText();
  const [shown, setShown] = useState<Shown>(null);
  const [message, setMessage] = useState<ToastMessage | null>(null);
  const gone = useCallback(() => setMessage(null), []);
  const undo = { label: t('common.undo'), act: gone };
  return (
    <Sample name="Dialog, Toast">
      {(theme) => (
        <Row>
          <Button onClick={() => setShown('plain')}>{t('common.open')}</Button>
          <Button onClick={() => setShown('held')}>{t('common.confirm')}</Button>
          <Button onClick={() => setMessage({ text: t('common.copied') })}>{t('common.copy')}</Button>
          <Button onClick={() => setMessage({ text: t('play.acts.slipCleared') })}>{t('slip.clear')}</Button>
          {theme === 'light' && (
            <Toast
              message={message}
              action={message?.text === t('play.acts.slipCleared') ? undo : undefined}
              onGone={gone}
            />
          )}
          {theme === 'light' && (
            <Dialog
              open={shown !== null}
              title={t('review.title')}
              closeLabel={t('a11y.closeDialog')}
              held={shown === 'held'}
              onClose={() => setShown(null)}
              className={dialogCss.small}
            >
              <div className={dialogCss.body}>
                <p>{t('review.cancelInfo')}</p>
                {shown === 'held' && <Waiting label={t('loading.buyingShort')} />}
                <div className={dialogCss.reviewActions}>
                  <Button kind="primary" block onClick={() => setShown(null)}>
                    {t('common.ok')}
                  </Button>
                </div>
              </div>
            </Dialog>
          )}
        </Row>
      )}
    </Sample>
  );
}

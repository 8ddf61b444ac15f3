/** How an alarm leaves the product: as a plain letter, and as a POST to an address of the operator. */
import type { AlarmUrl } from '#integrations/alarm-url/face.ts';
import type { Mail } from '#integrations/mail/face.ts';
import type { AlarmToSend, SendAlarm } from './deliver.ts';

/** @param siteUrl tells several installations apart */
export function alarmByMail(mail: Mail, to: string, siteUrl: string): SendAlarm {
  return (alarm) =>
    mail.send({
      id: `alarm-${alarm.alarmId}-${alarm.delivery}`,
      to,
      subject: `Alarm ${alarm.alarmId}: ${alarm.kind} ${alarm.reference}`,
      text: letterText(alarm, siteUrl),
      date: alarm.raisedAt,
    });
}

function letterText({ alarmId, kind, reference, message, raisedAt, delivery }: AlarmToSend, siteUrl: string) {
  return [
    message,
    '',
    `Kind:      ${kind}`,
    `About:     ${reference}`,
    `Raised at: ${raisedAt.toISOString()}`,
    `Delivery:  ${delivery}`,
    `From:      ${siteUrl}`,
    '',
    'This letter comes each hour until a person has seen the alarm:',
    `npm run operator -- alarm seen ${alarmId} --as NAME`,
    '',
  ].join('\n');
}

export function alarmByUrl(receiver: AlarmUrl, siteUrl: string): SendAlarm {
  return ({ alarmId, kind, reference, message, raisedAt, delivery }) =>
    receiver.post({
      id: alarmId,
      kind,
      reference,
      message,
      raisedAt: raisedAt.toISOString(),
      delivery,
      site: siteUrl,
    });
}

/**
 * A notice box: title, message and secondary message. Icon and a word that only screen readers hear tell its
 * kind; colour helps.
 */
import type { ReactNode } from 'react';
import { useText } from '#web/text/text.tsx';
import { Icon, type IconName } from './icon.tsx';
import { LinkedWords } from './linked-words.tsx';
import * as noticeCss from './notice.module.css';

const looks = {
  info: ['info', 'a11y.info', noticeCss.info],
  success: ['check', 'a11y.success', noticeCss.success],
  warn: ['warn', 'a11y.warning', noticeCss.warn],
  danger: ['danger', 'a11y.error', noticeCss.danger],
} as const;

export type NoticeKind = keyof typeof looks;

type Props = {
  kind: NoticeKind;
  title?: string | undefined;
  /** The message. */
  children: ReactNode;
  /** What follows from it, or how to go on. */
  secondary?: ReactNode;
  icon?: IconName;
  /** `alert` interrupts: only for what a press just brought about. */
  role?: 'alert' | 'status';
};

export function Notice({ kind, title, children, secondary, icon, role }: Props) {
  const { t } = useText();
  const [picture, word, look] = looks[kind];
  return (
    <div className={`${noticeCss.notice} ${look}`} role={role}>
      <Icon name={icon ?? picture} />
      <div>
        <span className="visually-hidden">{t(word)} </span>
        {title !== undefined && <p className={noticeCss.title}>{title}</p>}
        <div>
          <LinkedWords>{children}</LinkedWords>
        </div>
        {secondary !== undefined && <div className={noticeCss.more}>{secondary}</div>}
      </div>
    </div>
  );
}

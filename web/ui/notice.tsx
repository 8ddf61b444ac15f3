/**
 * A notice box: title, message and secondary message. Icon and a word that only screen readers hear tell its
 * kind; colour helps.
 */
import type { ReactNode } from 'react';
import { useText } from '#web/text/text.tsx';
import { Icon, type IconName } from './icon.tsx';

const looks = {
  info: ['info', 'a11y.info'],
  success: ['check', 'a11y.success'],
  warn: ['warn', 'a11y.warning'],
  danger: ['danger', 'a11y.error'],
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
  const [picture, word] = looks[kind];
  return (
    <div className={`notice notice-${kind}`} role={role}>
      <Icon name={icon ?? picture} />
      <div>
        <span className="visually-hidden">{t(word)} </span>
        {title !== undefined && <p className="notice-title">{title}</p>}
        <div>{children}</div>
        {secondary !== undefined && <div className="notice-more">{secondary}</div>}
      </div>
    </div>
  );
}

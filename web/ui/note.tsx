/** A notice: icon, ground and words; never colour alone. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const icons = { ok: 'check', info: 'info', warn: 'info', danger: 'info' } as const satisfies Record<
  string,
  IconName
>;

type Props = { kind: keyof typeof icons; icon?: IconName; role?: 'alert' | 'status'; children: ReactNode };

export function Note({ kind, icon, role, children }: Props) {
  return (
    <div className={`note note-${kind}`} role={role}>
      <Icon name={icon ?? icons[kind]} />
      <div>{children}</div>
    </div>
  );
}

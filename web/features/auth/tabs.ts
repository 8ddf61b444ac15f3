/**
 * Tells the other tabs that the session changed, with the message of next-auth 4: by a channel, or where
 * there is none by the browser's storage.
 */
import { deviceStore, openChannel } from '#web/ui/browser-store.ts';

export type Trigger = 'signout' | 'getSession';
type Message = { event: 'session'; data: { trigger: Trigger }; timestamp: number };

export type Tabs = {
  tell: (trigger: Trigger) => void;
  /** Hears what other tabs tell, never oneself; returns the way to stop. */
  listen: (onNotify: (trigger: Trigger) => void) => () => void;
};

const channelName = 'next-auth';
const storageKey = 'nextauth.message';

export function createTabs(): Tabs {
  const byStorage = tabsByStorage();
  // One for both directions: a channel does not deliver to itself. None on the server, which never asks.
  let opened: BroadcastChannel | null = null;
  const channel = (): BroadcastChannel | null => {
    opened ??= openChannel(channelName);
    return opened;
  };
  return {
    tell: (trigger) => {
      const open = channel();
      if (open === null) byStorage.tell(trigger);
      else open.postMessage(message(trigger));
    },
    listen: (onNotify) => {
      const open = channel();
      if (open === null) return byStorage.listen(onNotify);
      open.onmessage = ({ data }) => deliver(data, onNotify);
      return () => {
        opened?.close();
        opened = null;
      };
    },
  };
}

const message = (trigger: Trigger): Message => ({
  event: 'session',
  data: { trigger },
  timestamp: Math.floor((performance.timeOrigin + performance.now()) / 1000),
});

function tabsByStorage(): Tabs {
  return {
    tell: (trigger) => {
      deviceStore.write(storageKey, JSON.stringify(message(trigger)));
    },
    listen: (onNotify) => {
      const onStorage = ({ key, newValue }: StorageEvent): void => {
        if (key === storageKey) deliver(parsed(newValue), onNotify);
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

function deliver(data: unknown, onNotify: (trigger: Trigger) => void): void {
  const { event, data: said } = (data ?? {}) as Partial<Message>;
  if (event === 'session') onNotify(said?.trigger === 'signout' ? 'signout' : 'getSession');
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * One stream for all tabs of a browser: the tab that holds the lock has the connection and tells the others.
 * While a page is hidden it has neither, so that it can be kept for the way back, and asks for no attention.
 */

const askMs = 30_000;
const hello = 'hello';

/** Where the stream is, and where the same is answered once. */
type Addresses = {
  stream: string;
  once: string;
  /** Given: importing it would fetch the frame's styles again with this file. */
  openChannel: (name: string) => BroadcastChannel | null;
};
type OnText = (text: string) => void;
type End = () => void;

/** @param onText gets the data of each event as text, the latest one first; also one that it had before */
export function followStream(addresses: Addresses, onText: OnText): End {
  let end: End | null = null;
  const pause = (): void => {
    end?.();
    end = null;
  };
  const look = (): void => {
    if (document.visibilityState === 'hidden') pause();
    else end ??= join(addresses, onText);
  };
  const events = [
    [document, 'visibilitychange', look],
    [window, 'pageshow', look],
    [window, 'pagehide', pause],
  ] as const;
  for (const [on, name, act] of events) on.addEventListener(name, act);
  look();
  return () => {
    for (const [on, name, act] of events) on.removeEventListener(name, act);
    pause();
  };
}

/** Without locks or messages between tabs each tab asks for itself: streams of its own would take up all
 * connections that a browser allows to one host. */
function join(addresses: Addresses, onText: OnText): End {
  const { locks } = navigator as { locks?: LockManager };
  const channel = locks && addresses.openChannel(addresses.stream);
  if (!channel) return askAgain(addresses.once, onText);
  const left = new AbortController();
  const ends: End[] = [() => left.abort(), () => channel.close()];
  let latest: string | null = null;
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    if (data !== hello) onText(data);
    else if (latest !== null) channel.postMessage(latest);
  };
  channel.postMessage(hello);
  const lead = (): Promise<void> => {
    const tell: OnText = (text) => {
      if (left.signal.aborted) return;
      latest = text;
      channel.postMessage(text);
      onText(text);
    };
    ends.push(connect(addresses, tell));
    return new Promise((release) => left.signal.addEventListener('abort', () => release()));
  };
  locks.request(addresses.stream, { signal: left.signal }, lead).catch(() => {
    if (!left.signal.aborted) ends.push(askAgain(addresses.once, onText));
  });
  return () => {
    for (const end of ends) end();
  };
}

/** The browser connects again by itself after a lost connection, but not after a refusal. */
function connect({ stream, once }: Addresses, onText: OnText): End {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source: EventSource;
  const open = (): void => {
    source = new EventSource(stream);
    source.onmessage = ({ data }: MessageEvent<string>) => onText(data);
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      void ask(once, onText);
      timer = setTimeout(open, askMs);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

function askAgain(address: string, onText: OnText): End {
  const turn = (): void => void ask(address, onText);
  turn();
  const timer = setInterval(turn, askMs);
  return () => clearInterval(timer);
}

/** Without the session, which would be kept alive by it. What is lost comes with the next turn. */
async function ask(address: string, onText: OnText): Promise<void> {
  try {
    const answer = await fetch(address, { credentials: 'omit' });
    if (answer.ok) onText(await answer.text());
  } catch {}
}

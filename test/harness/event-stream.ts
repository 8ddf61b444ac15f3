/** A client of a stream: server-sent events on a connection of its own. */
import http from 'node:http';

export type EventStream = {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Everything that came so far. */
  text(): string;
  /** The events so far, comments apart. */
  events(): { id: string; data: unknown }[];
  isEnded(): boolean;
  close(): void;
};

type Options = {
  path?: string;
  localAddress?: string;
  headers?: Record<string, string>;
  /** Whether it takes what it is sent. */
  reads?: boolean;
};

/** @returns when the head of the answer has come */
export function openStream(port: number, options: Options = {}): Promise<EventStream> {
  const { path = '/', localAddress = '127.0.0.1', headers = {}, reads = true } = options;
  return new Promise((done, failed) => {
    const asking = http.get({ port, host: '127.0.0.1', localAddress, path, headers, agent: false });
    asking.once('error', failed);
    asking.once('response', (answer) => {
      let text = '';
      let isEnded = false;
      answer.once('close', () => {
        isEnded = true;
      });
      answer.on('error', () => {});
      if (reads) answer.on('data', (chunk) => (text += String(chunk)));
      done({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: () => text,
        events: () => eventsIn(text),
        isEnded: () => isEnded,
        close: () => asking.destroy(),
      });
    });
  });
}

function eventsIn(text: string): { id: string; data: unknown }[] {
  return [...text.matchAll(/id: (.*)\ndata: (.*)\n\n/g)].map(([, id = '', data = '']) => ({
    id,
    data: JSON.parse(data),
  }));
}

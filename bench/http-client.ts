/**
 * A keep-alive HTTP/1.1 client on bare sockets, so that the load generator costs as little as it can on a
 * shared machine. One request at a time on each connection.
 */
import net from 'node:net';

export type HttpAnswer = { status: number; body: string };

export class Connection {
  readonly #socket: net.Socket;
  #received = '';
  #waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | null = null;

  constructor(port: number) {
    const onread = { buffer: Buffer.allocUnsafe(64 * 1024), callback: this.#read.bind(this) };
    this.#socket = net.connect({ port, host: '127.0.0.1', noDelay: true, onread });
    // Nobody reads the stream itself, and one that nobody reads does not notice its end.
    this.#socket.resume();
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('connection closed')));
  }

  send(request: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('connection closed'));
      this.#waiting = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  /** @returns true: go on reading */
  #read(bytes: number, buffer: Uint8Array): boolean {
    this.#received += (buffer as Buffer).toString('latin1', 0, bytes);
    this.#answer();
    return true;
  }

  #answer(): void {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = lengthOf(this.#received, headEnd);
    const bodyEnd = length === null ? chunkedEnd(this.#received, headEnd + 4) : headEnd + 4 + length;
    if (bodyEnd < 0 || this.#received.length < bodyEnd) return;
    const answer = {
      status: Number(this.#received.slice(9, 12)),
      body: this.#received.slice(headEnd + 4, bodyEnd),
    };
    this.#received = this.#received.slice(bodyEnd);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(answer);
  }

  #fail(error: Error): void {
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}

/** Node writes header names as they were set; null when the body comes in chunks. */
function lengthOf(text: string, headEnd: number): number | null {
  for (const name of ['Content-Length: ', 'content-length: ']) {
    const at = text.indexOf(name);
    if (at >= 0 && at < headEnd)
      return Number.parseInt(text.slice(at + name.length, at + name.length + 9), 10);
  }
  const chunked = text.toLowerCase().indexOf('transfer-encoding: chunked');
  return chunked >= 0 && chunked < headEnd ? null : 0;
}

function chunkedEnd(text: string, from: number): number {
  const end = text.indexOf('0\r\n\r\n', from);
  return end < 0 ? -1 : end + 5;
}

export function postRequest(path: string, body: string, headers: Record<string, string>): string {
  return preparePost(path, body, headers)({});
}

/** @returns the same request again and again, each time with headers of its own */
export function preparePost(path: string, body: string, headers: Record<string, string>) {
  const common = { Host: 'localhost', 'Content-Type': 'application/json', ...headers };
  const head = `POST ${path} HTTP/1.1\r\n${headerLines(common)}`;
  const rest = `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return (own: Record<string, string>): string => head + headerLines(own) + rest;
}

function headerLines(headers: Record<string, string>): string {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`;
  return lines;
}

export function getRequest(path: string, headers: Record<string, string> = {}): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n${headerLines(headers)}\r\n`;
}

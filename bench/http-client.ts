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
    this.#socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk) => this.#read(String(chunk)));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('connection closed')));
  }

  send(request: string): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received += chunk;
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
  const lines = Object.entries({ Host: 'localhost', 'Content-Type': 'application/json', ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST ${path} HTTP/1.1\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n${more.join('')}\r\n`;
}

/** Sends letters over SMTP. Other hosts than this machine are spoken to under TLS only. */
import { createTransport } from 'nodemailer';
import { DeliveryError } from '../delivery-error.ts';
import type { Letter, Mail } from './face.ts';

export type MailOptions = {
  /**
   * `smtp://user:password@host:587` or `smtps://host:465`; asked for each time, since the sandbox comes
   * after the product.
   */
  address: () => string;
  /** `Hending <hending@example.is>` */
  from: string;
  timeoutMs?: number;
};

export function createMail(options: MailOptions): Mail {
  let open: { href: string; transport: ReturnType<typeof transportTo> } | null = null;
  /** To where the mail server is now. */
  const transport = () => {
    const url = addressOf(options.address);
    if (open?.href === url.href) return open.transport;
    open?.transport.close();
    open = { href: url.href, transport: transportTo(url, options.timeoutMs) };
    return open.transport;
  };
  return {
    async send(letter) {
      try {
        await transport().sendMail(envelope(letter, options.from));
      } catch (error) {
        throw deliveryError(error);
      }
    },
  };
}

/**
 * One connection, kept for letters that follow within a second: servers greet slowly on purpose. A letter
 * whose connection breaks is not sent anew here: whoever queued it decides.
 */
function transportTo(url: URL, timeoutMs = 10_000) {
  const kept = { pool: true, maxConnections: 1, maxRequeues: 0, idleTimeout: 1_000 } as const;
  return createTransport({ ...transportOptions(url, timeoutMs), ...kept });
}

function transportOptions({ protocol, hostname, port, username, password }: URL, timeoutMs: number) {
  const secure = protocol === 'smtps:';
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: hostname !== '127.0.0.1' && hostname !== 'localhost',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function addressOf(address: () => string): URL {
  try {
    return new URL(address());
  } catch {
    throw new DeliveryError('unreachable', 'the address of the mail server is not there');
  }
}

function envelope({ id, to, subject, text, date, unsubscribeUrl }: Letter, from: string) {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    date,
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** A 5xx about the letter or its address is final; wrong credentials and all else may be mended meanwhile. */
function deliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const said = `${typeof code === 'string' ? code : 'error'} ${Number(responseCode) || ''}`.trim();
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && !(Number(responseCode) < 500);
  if (isFinal) return new DeliveryError('refused', `the mail server refuses the letter (${said})`);
  return new DeliveryError('unreachable', `the mail server did not take the letter (${said})`);
}

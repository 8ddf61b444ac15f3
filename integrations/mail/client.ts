/** Sends letters over SMTP. Other hosts than this machine are spoken to under TLS only. */
import { createTransport } from 'nodemailer';
import { type Letter, type Mail, MailError } from './face.ts';

export type MailOptions = {
  /**
   * `smtp://user:password@host:587` or `smtps://host:465`; asked for each time, since the stand-in comes
   * after the product.
   */
  address: () => string;
  /** `Hending <hending@example.is>` */
  from: string;
  timeoutMs?: number;
};

export function createMail(options: MailOptions): Mail {
  return {
    async send(letter) {
      const transport = createTransport(transportOptions(options));
      try {
        await transport.sendMail(envelope(letter, options.from));
      } catch (error) {
        throw mailError(error);
      } finally {
        transport.close();
      }
    },
  };
}

function transportOptions({ address, timeoutMs = 10_000 }: MailOptions) {
  const { protocol, hostname, port, username, password } = addressOf(address);
  const secure = protocol === 'smtps:';
  return {
    ...{ host: hostname, port: Number(port) || (secure ? 465 : 587), secure },
    requireTLS: hostname !== '127.0.0.1' && hostname !== 'localhost',
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    ...{ dnsTimeout: timeoutMs, disableFileAccess: true, disableUrlAccess: true },
  };
}

function addressOf(address: () => string): URL {
  try {
    return new URL(address());
  } catch {
    throw new MailError('unreachable', 'the address of the mail server is not there');
  }
}

function envelope({ id, to, subject, text, date }: Letter, from: string) {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    ...{ from, to: { name: '', address: to }, subject, text, date, messageId: `<${id}@${domain}>` },
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** A 5xx about the letter or its address is final; wrong credentials and all else may be mended meanwhile. */
function mailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const said = `${typeof code === 'string' ? code : 'error'} ${Number(responseCode) || ''}`.trim();
  const isFinal = (code === 'EENVELOPE' || code === 'EMESSAGE') && !(Number(responseCode) < 500);
  if (isFinal) return new MailError('refused', `the mail server refuses the letter (${said})`);
  return new MailError('unreachable', `the mail server did not take the letter (${said})`);
}

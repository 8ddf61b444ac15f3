/** The letters taken, newest last, in Mailpit's shapes. */
import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';

type Address = { Name: string; Address: string };

/** Mailpit's message; its list shows the same without `Text` and `HTML`. */
export type StoredLetter = {
  ID: string;
  MessageID: string;
  From: Address;
  To: Address[];
  Subject: string;
  /** As the letter's own header says: the sandbox has no clock. */
  Date: string;
  Text: string;
  HTML: string;
  Size: number;
  /** Both headers as they came, empty where the letter has none. */
  ListUnsubscribe: { Header: string; HeaderPost: string };
};

const lettersKept = 500;

export function createInbox() {
  let letters: StoredLetter[] = [];
  return {
    /** @param recipients of the envelope, which may differ from the header */
    async take(raw: Buffer, recipients: readonly string[]): Promise<void> {
      const { messageId, from, subject, date, text, html, headers } = await PostalMime.parse(raw);
      const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
      letters.push({
        ID: randomUUID(),
        MessageID: (messageId ?? '').replace(/^<|>$/g, ''),
        From: { Name: from?.name ?? '', Address: from?.address ?? '' },
        To: recipients.map((address) => ({ Name: '', Address: address })),
        Subject: subject ?? '',
        Date: date ?? '',
        Text: text ?? '',
        HTML: html ?? '',
        Size: raw.length,
        ListUnsubscribe: {
          Header: header('list-unsubscribe'),
          HeaderPost: header('list-unsubscribe-post'),
        },
      });
      letters = letters.slice(-lettersKept);
    },
    /** Newest first. Words that all occur; `to:`, `from:` and `subject:` look in that place alone. */
    search: (query: string) => {
      const words = query.toLowerCase().match(/(?:\w+:)?"[^"]*"|\S+/g) ?? [];
      return letters.filter((letter) => words.every((word) => has(letter, word))).toReversed();
    },
    find: (id: string) => letters.find(({ ID }) => ID === id),
    /** Without ids: all. */
    remove: (ids: readonly string[]) => {
      letters = ids.length === 0 ? [] : letters.filter(({ ID }) => !ids.includes(ID));
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;

function has(letter: StoredLetter, word: string): boolean {
  const [, place = '', quoted = ''] = /^(?:(to|from|subject):)?(.*)$/s.exec(word) ?? [];
  const wanted = quoted.replaceAll('"', '');
  const places: Record<string, string> = {
    to: letter.To.map(({ Address }) => Address).join(' '),
    from: `${letter.From.Name} ${letter.From.Address}`,
    subject: letter.Subject,
  };
  const text = places[place] ?? [...Object.values(places), letter.Text, letter.HTML].join('\n');
  return text.toLowerCase().includes(wanted);
}

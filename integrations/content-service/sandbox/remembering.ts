/**
 * A function of a text that remembers its latest answers: of all of `content/`, an edit changes one file.
 * Who gets an answer must not change it.
 */
export function remembering<Answer>(make: (text: string) => Answer, size = 1_000): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const answer = known.has(text) ? (known.get(text) as Answer) : make(text);
    known.delete(text);
    known.set(text, answer);
    for (const oldest of known.keys()) {
      if (known.size <= size) break;
      known.delete(oldest);
    }
    return answer;
  };
}

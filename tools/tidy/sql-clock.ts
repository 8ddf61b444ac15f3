import { parse } from '#tools/source/parse.ts';
import { type Finding, isCode, lineAt, type Tree } from '#tools/source/tree.ts';
import { isSql } from './sql.ts';

const realClock =
  /(?<![\w.])(?:now|clock_timestamp|transaction_timestamp|statement_timestamp|timeofday)\s*\(|\bcurrent_(?:timestamp|date|time)\b|\blocaltime(?:stamp)?\b/gi;

/** Domain time is `domain_now()`; the real clock is the platform's business. */
export function checkSqlClock(tree: Tree): Finding[] {
  return [...tree]
    .flatMap(([path, text]) => {
      if (/^(server\/platform|tools|bench|test\/harness)\//.test(path) || path === 'db/schema.sql') return [];
      const parts = isCode(path)
        ? parse(path, text).strings.filter((each) => isSql(each.text))
        : path.endsWith('.sql')
          ? [{ text: withoutComments(text), line: 1 }]
          : [];
      return parts.flatMap((part) =>
        [...part.text.matchAll(realClock)].map((match) => ({
          path,
          line: part.line + lineAt(part.text, match.index) - 1,
          message: `"${match[0]}" reads the real clock: decide by domain_now(), or ask the platform`,
        })),
      );
    })
    .filter(({ path }) => path !== 'db/migrations/001_platform_and_security.sql');
}

const withoutComments = (sql: string) => sql.replace(/--.*/g, (comment) => ' '.repeat(comment.length));

/** The typed client of one page: the frame and the page often ask the same, and are answered together. */

import { apiTable } from './api-table.ts';
import { type Api, createApi } from './client.ts';
import { pageTable } from './page-table.server.ts';

const table = { ...apiTable, ...pageTable };

type Fetching = Parameters<typeof createApi>;

/** Reads are made once a page; nobody changes what they are answered. */
export function createPageApi(fetchLike: Fetching[1], answerPublic?: Fetching[2]): Api {
  const api = createApi(table, fetchLike, answerPublic);
  const asked = new Map<string, unknown>();
  return (name, request, options) => {
    if (!table[name].startsWith('GET ')) return api(name, request, options);
    const key = `${name} ${JSON.stringify(request)}`;
    const answer = (asked.get(key) as ReturnType<typeof api<typeof name>>) ?? api(name, request, options);
    asked.set(key, answer);
    return answer;
  };
}

/** The typed client of one page: the frame and the page often ask the same, and are answered together. */
import { type Api, createApi } from './api.ts';
import { apiTable } from './api-table.ts';

/** Reads are made once a page; nobody changes what they are answered. */
export function createPageApi(...parts: Parameters<typeof createApi>): Api {
  const api = createApi(...parts);
  const asked = new Map<string, unknown>();
  return (name, request, options) => {
    if (!apiTable[name].startsWith('GET ')) return api(name, request, options);
    const key = `${name} ${JSON.stringify(request)}`;
    const answer = (asked.get(key) as ReturnType<typeof api<typeof name>>) ?? api(name, request, options);
    asked.set(key, answer);
    return answer;
  };
}

/** The typed client in the browser. */
import type { ApiRequest, CallName } from '#contract/api.ts';
import { createApi } from './api.ts';

export type ApiRequestOf<K extends CallName> = ApiRequest<K>;

export const browserApi = createApi((path, init) => fetch(path, init));

/** The nonce of the content security policy while a page is rendered; browsers have none and need none. */
import { createContext } from 'react';

export const NonceContext = createContext<string | undefined>(undefined);

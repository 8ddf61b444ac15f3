/**
 * Where the sandbox's mail server listens: a port of its own, found anew at each start. SMTP itself is
 * spoken by nodemailer and smtp-server.
 */
import { join } from 'node:path';

/** File of DATA_DIR that holds `smtp://127.0.0.1:PORT`. */
export const sandboxAddressFile = (dataDir: string): string => join(dataDir, 'mail', 'address');

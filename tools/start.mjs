// `npm start`, `npm run dev`: installs, builds the web when stale, then hands over to the supervisor.
import { buildWeb } from './build-web.mjs';
import { become, ensureInstalled } from './install.mjs';

const dev = process.argv.includes('--dev');
ensureInstalled();
if (!dev) buildWeb();
become(['server/main.ts', 'supervisor'], { ...process.env, DEV: dev ? '1' : '0' });

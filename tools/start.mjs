// `npm start`, `npm run dev`: installs, builds the web when stale, then hands over to the supervisor.
import { buildWeb } from './build-web.mjs';
import { become, ensureInstalled, giveUp } from './install.mjs';

const dev = process.argv.includes('--dev');
ensureInstalled();
if (!buildWeb()) giveUp('The web could not be built; the reason is above.');
become(['embedded/main.ts', 'supervisor'], { ...process.env, DEV: dev ? '1' : '0' });

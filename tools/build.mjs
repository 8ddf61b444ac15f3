// `npm run build`: installs, and builds the web when stale. For a machine that prepares production.
import { buildWeb } from './build-web.mjs';
import { ensureInstalled, giveUp } from './install.mjs';

ensureInstalled();
if (!buildWeb()) giveUp('The web could not be built; the reason is above.');

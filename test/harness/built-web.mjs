// Before all browser files of a run: the pages are those of the sources.
import { buildWeb } from '../../tools/build-web.mjs';

export function setup() {
  if (buildWeb() === false) throw new Error('the web could not be built');
}

/** Plain JavaScript, which types of the server do not know. */
const builder: string = new URL('../../tools/build-web.mjs', import.meta.url).href;

/** Builds the pages where the build is older than the sources; fails the test when they cannot be built. */
export async function buildPages(): Promise<void> {
  const { buildWeb } = (await import(builder)) as { buildWeb: () => boolean };
  if (!buildWeb()) throw new Error('The web was not built.');
}

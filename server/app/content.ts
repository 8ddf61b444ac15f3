/** What editors write, clubs, and the search in both. */
import { createContentService } from '#integrations/content-service/client.ts';
import { createFetchPicture } from '#integrations/content-service/pictures.ts';
import { listClubs } from '#server/clubs/clubs.ts';
import { clubRoutes } from '#server/clubs/routes.ts';
import { createContent } from '#server/content/content.ts';
import { contentRoutes } from '#server/content/routes.ts';
import { createContentPictureRouter } from '#server/http/content-pictures.ts';
import { createPictureCache } from '#server/http/picture-cache.ts';
import { searchRoutes } from '#server/search/routes.ts';
import { type AppParts, monotonicMs } from './parts.ts';

/** @param changed called when content changed */
export function wireContent({ config, database, kinds, log, contentService }: AppParts, changed: () => void) {
  const { db, pool } = database;
  const { url, key, includeDrafts, assetOrigins: origins } = config.content;
  const service = contentService ?? createContentService({ url, key, includeDrafts });
  const content = createContent({ db, pool, log, includeDrafts, monotonicMs, service, changed });
  const pictures = createPictureCache({ fetchPicture: createFetchPicture(), log, monotonicMs });
  return {
    content,
    texts: async () => ({
      is: await content.read('translations', 'is'),
      en: await content.read('translations', 'en'),
    }),
    routes: {
      ...clubRoutes(db, config.secrets.signingKey),
      ...searchRoutes({ db, weekOfGame: kinds.weekOf }, content, () => listClubs(db)),
    },
    /** Content is kept by itself, and not among the public answers. */
    contentRoutes: contentRoutes(content, config.contact),
    pictureRouter: createContentPictureRouter({ origins, pictures, log }),
  };
}

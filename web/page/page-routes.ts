/** The pages of a build and the scripts that each needs, for browsers that fetch code ahead. */
import type { RouteObject, ServerBuild } from 'react-router';

export const pageRoutesPath = '/page-routes.json';

/** For `matchRoutes`; `handle`: addresses of scripts. */
export type PageRoute = RouteObject & { handle: string[] };

export function pageRoutes(routes: ServerBuild['assets']['routes'], parentId?: string): PageRoute[] {
  return Object.values(routes).flatMap((route): PageRoute[] => {
    if (route === undefined || route.parentId !== parentId) return [];
    const { id, path = '', module, imports = [] } = route;
    const handle = [module, ...imports];
    return [route.index ? { index: true, handle } : { path, handle, children: pageRoutes(routes, id) }];
  });
}

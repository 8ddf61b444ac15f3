/** Club pools in my pages: all in which the player has a share, or one of them (`kerfi`). */
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import { apiContext, requireSession } from '#web/loaders/context.ts';
import { orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { localeOf, pageUrl } from '#web/page/paths.ts';
import type { PoolData } from './pool-data.ts';
import { PoolList } from './pool-list.tsx';
import { PoolView } from './pool-view.tsx';
import texts from './pools-page.tsx?texts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  const api = context.get(apiContext);
  const { pathname, searchParams } = pageUrl(request);
  const common = { texts: textsFor({ request, context }, texts) };
  const poolId = searchParams.get('kerfi');
  if (poolId !== null) {
    const query = { locale: localeOf(pathname) };
    const asked = Promise.all([onePool(api, poolId, query), api('account.details', {})]);
    const [data, { balance, stakeLeft }] = await orErrorPage(asked, request);
    return { ...common, list: null, one: { data, means: { balance, stakeLeft } } };
  }
  const page = /^[1-9]\d{0,8}$/.test(searchParams.get('page') ?? '') ? `${searchParams.get('page')}` : '1';
  const list = await orErrorPage(api('clubsale.shares', { params: { page } }), request);
  return { ...common, list, one: null };
}

/** Who has no share sees what everybody may, and can buy one. */
async function onePool(api: Api, poolId: string, query: { locale: 'is' | 'en' }): Promise<PoolData> {
  try {
    return await api('clubsale.own', { params: { poolId }, query });
  } catch (error) {
    if (!isApiError(error) || error.code !== 'EC_NO_DATA_FOUND') throw error;
    const { pool, sizes } = await api('clubsale.pool', { params: { poolId } });
    return { pool, sizes, playerStake: 0, playerReturned: 0, playerWin: 0, shares: [], tickets: [] };
  }
}

export default function PoolsPage() {
  const { list, one } = useLoaderData<typeof loader>();
  if (one !== null) return <PoolView key={one.data.pool.poolId} {...one} />;
  return <PoolList {...list} />;
}

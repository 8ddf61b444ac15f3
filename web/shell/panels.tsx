/**
 * The panels of the header. They hold the page and take the focus from the start; what stands in
 * them wakes later.
 */

import { useShell } from '#web/page/shell.ts';
import { useSite } from '#web/page/site.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import { Panel, PanelBody, PanelBox, PanelHead } from './panel.tsx';

const contents = () => import('./panel-contents.tsx');
const MobileContents = lazyIsland(() => contents().then(({ MobileContents }) => MobileContents));
const MenuContents = lazyIsland(() => contents().then(({ MenuContents }) => MenuContents));
const AuthContents = lazyIsland(() => contents().then(({ AuthContents }) => AuthContents));
const UserContents = lazyIsland(() => contents().then(({ UserContents }) => UserContents));
const CardContents = lazyIsland(() => contents().then(({ CardContents }) => CardContents));
const SearchArea = lazyIsland(() => import('./search-area.tsx').then(({ SearchArea }) => SearchArea));

export function Panels() {
  const { t } = useText();
  const { state } = useShell();
  const { myPages } = useSite();
  return (
    <PanelBox>
      <Panel name="mobile" title={t('nav.menu')}>
        <LazyIsland>
          <MobileContents />
        </LazyIsland>
      </Panel>
      <Panel name="menu" title={t('nav.menu')}>
        <LazyIsland>
          <MenuContents />
        </LazyIsland>
      </Panel>
      <Panel name="search" title={t('nav.search')}>
        <LazyIsland>
          <SearchArea />
        </LazyIsland>
      </Panel>
      {state === 'out' ? (
        <Panel name="auth" title={myPages?.linkHeading ?? t('nav.myPages')}>
          <LazyIsland>
            <AuthContents />
          </LazyIsland>
        </Panel>
      ) : (
        <>
          <PanelBody name="user-menu">
            <UserHead />
            <LazyIsland>
              <UserContents />
            </LazyIsland>
          </PanelBody>
          <Panel name="credit-card" title={t('card.addTitle')}>
            <LazyIsland>
              <CardContents />
            </LazyIsland>
          </Panel>
        </>
      )}
    </PanelBox>
  );
}

const UserHead = ownPart(() => {
  const player = useOwn()?.player;
  return <PanelHead name="user-menu" title={`${player?.firstName} ${player?.lastName}`.trim()} />;
});

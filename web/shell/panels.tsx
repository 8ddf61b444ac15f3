/**
 * The panels of the header. They hold the page and take the focus from the start; what stands in
 * them wakes later.
 */
import { useSite } from '#web/site.ts';
import { useText } from '#web/text/text.tsx';
import { Later, later } from '#web/ui/later.tsx';
import { useShell } from '#web/ui/shell.ts';
import { Panel, PanelBox } from './panel.tsx';

const contents = () => import('./panel-contents.tsx');
const MobileContents = later(() => contents().then(({ MobileContents }) => MobileContents));
const MenuContents = later(() => contents().then(({ MenuContents }) => MenuContents));
const AuthContents = later(() => contents().then(({ AuthContents }) => AuthContents));
const UserContents = later(() => contents().then(({ UserContents }) => UserContents));
const CardContents = later(() => contents().then(({ CardContents }) => CardContents));
const SearchArea = later(() => import('./search-area.tsx').then(({ SearchArea }) => SearchArea));

export function Panels() {
  const { t } = useText();
  const { player } = useShell();
  const { myPages } = useSite();
  return (
    <PanelBox>
      <Panel name="mobile" title={t('nav.menu')}>
        <Later>
          <MobileContents />
        </Later>
      </Panel>
      <Panel name="menu" title={t('nav.menu')}>
        <Later>
          <MenuContents />
        </Later>
      </Panel>
      <Panel name="search" title={t('nav.search')}>
        <Later>
          <SearchArea />
        </Later>
      </Panel>
      {player === null ? (
        <Panel name="auth" title={myPages?.linkHeading ?? t('nav.myPages')}>
          <Later>
            <AuthContents />
          </Later>
        </Panel>
      ) : (
        <>
          <Panel name="user-menu" title={`${player.firstName} ${player.lastName}`.trim()}>
            <Later>
              <UserContents />
            </Later>
          </Panel>
          <Panel name="credit-card" title={t('card.addTitle')}>
            <Later>
              <CardContents />
            </Later>
          </Panel>
        </>
      )}
    </PanelBox>
  );
}

/** The club of the account on a slip. */

import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';

/** The club of the account; a visitor who is signed out has none yet. */
export const ClubOfAccount = ownPart(() => {
  const { t } = useText();
  const account = useOwn()?.account;
  const name = account ? (account.club?.name ?? t('toto.clubNone')) : t('pools.clubOfAccount');
  return <span className="soft">{name}</span>;
});

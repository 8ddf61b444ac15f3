/** Opens the break dialog, also when the page is opened by a link with `#hle`. */
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { BreakDialog } from './break-dialog.tsx';

export function BreakButton() {
  const { t } = useText();
  const { hash, key } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    if (hash === '#hle') setOpen(true);
  }, [hash, key]);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('myPages.lockout.start')}</Button>
      {isOpen && <BreakDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** A new password, twice; pasting and password managers work, and both can be shown. */
import { useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';

type Part = { name: string; id: string; label: string; error: string | undefined };
type Props = { password: Part; confirm: Part; hint: string };

export function NewPassword({ password, confirm, hint }: Props) {
  const { t } = useText();
  const [isShown, setShown] = useState(false);
  const input = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    spellCheck: false,
  } as const;
  return (
    <>
      <Field
        {...password}
        {...input}
        hint={hint}
        aside={
          <span className="justify-self-start">
            <Button kind="plain" onClick={() => setShown(!isShown)}>
              {t(isShown ? 'auth.login.hidePassword' : 'auth.login.showPassword')}
            </Button>
          </span>
        }
      />
      <Field {...confirm} {...input} />
    </>
  );
}

/** What a form tells the dialog around it, and what the dialog tells its forms. */
import { createContext, use, useLayoutEffect } from 'react';

export type FormFrame = {
  /** Null until the form has said it. */
  title: string | null;
  /** Nothing closes and nothing goes back while something is under way. */
  isBusy: boolean;
};

export const plainFrame: FormFrame = { title: null, isBusy: false };

export type FrameParts = {
  setFrame: (frame: FormFrame) => void;
  /** The dialog cannot be closed until what it asks for is done. */
  held: boolean;
  /** Where signing in leads to: a path on this origin. */
  target: string;
};

export const FrameContext = createContext<FrameParts | null>(null);

export function useFrameParts(): FrameParts {
  const parts = use(FrameContext);
  if (parts === null) throw new Error('A form stands in the sign-in dialog only');
  return parts;
}

/** The heading of the dialog for the step that the form is in; a new one takes the focus. */
export function useFormFrame(title: string, isBusy = false): void {
  const { setFrame } = useFrameParts();
  useLayoutEffect(() => setFrame({ title, isBusy }), [setFrame, title, isBusy]);
  useLayoutEffect(() => () => setFrame(plainFrame), [setFrame]);
}

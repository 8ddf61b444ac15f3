import { type ComponentType, lazy } from 'react';

/** A dialog whose code comes when it is opened. Where the code does not come, nothing opens. */
export const lazyDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (Dialog) => ({ default: Dialog }),
      () => ({ default: (): null => null }),
    ),
  );

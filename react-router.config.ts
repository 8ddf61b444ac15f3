import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The table of addresses is small: shipping it with the page saves a request per navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;

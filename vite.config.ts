import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { noServerCodeInBrowser } from './tools/walls/client-bundle.ts';

export default defineConfig({
  // Files with fixed addresses: icons.
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter(), noServerCodeInBrowser()],
  build: {
    // The sprites are shared by every page and cached: never copied into scripts or markup.
    assetsInlineLimit: 0,
    target: 'es2023',
    // The first that know `light-dark()`, with which the tokens say both themes.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});

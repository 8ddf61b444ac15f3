import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { noServerCodeInBrowser } from './tools/walls/client-bundle.ts';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), noServerCodeInBrowser()],
  build: {
    // The sprites are shared by every page and cached: never copied into scripts or markup.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
});

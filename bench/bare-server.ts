/**
 * Serves the bare React Router page of `bench/bare` as the product serves its own: the peer of `bench pages`.
 */
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createRequestHandler, type ServerBuild } from 'react-router';

const [buildDir = '', port = ''] = process.argv.slice(2);
const build = (await import(pathToFileURL(`${buildDir}/server/index.js`).href)) as ServerBuild;
const handle = createRequestHandler(build, 'production');
const app = new Hono().all('*', (context) => handle(context.req.raw));
serve({ fetch: app.fetch, port: Number(port) });

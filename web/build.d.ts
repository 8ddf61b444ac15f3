/** What React Router's build knows of a route. */
declare module 'virtual:react-router/server-manifest' {
  const manifest: { routes: Readonly<Record<string, { css?: readonly string[] }>> };
  export = manifest;
}

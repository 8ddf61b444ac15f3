/** The classes of a `name.module.css`, by `import * as nameCss`; a tidy check knows which there are. */
declare module './*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}
declare module '#web/*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export = classes;
}

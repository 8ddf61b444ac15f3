/** The keys of the texts that a file asks for, itself and by what it brings along (`tools/page-texts`). */
declare module '*?texts' {
  const keys: readonly string[];
  // biome-ignore lint/style/noDefaultExport: a list is all that there is
  export default keys;
}

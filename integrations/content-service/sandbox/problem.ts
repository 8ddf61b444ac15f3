/** What an editor has to mend: a file below `content/`, and what is wrong with it. */
export type Problem = { file: string; message: string };

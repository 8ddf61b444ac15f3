/** What every program that a test starts needs from around it. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
export const environment: NodeJS.ProcessEnv = { PATH, NODE_COMPILE_CACHE };

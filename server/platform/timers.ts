/** Timers of the machine. They keep no process alive. @returns what ends them */
export type Timers = {
  every(ms: number, act: () => void): () => void;
  after(ms: number, act: () => void): () => void;
};

export const machineTimers: Timers = {
  every: (ms, act) => {
    const timer = setInterval(act, ms).unref();
    return () => clearInterval(timer);
  },
  after: (ms, act) => {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};

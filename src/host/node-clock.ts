import type { Clock } from "../cluster/index.ts";

/** Time on this machine. */
export const nodeClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: (ms) =>
    new Promise((resolve) => {
      // Nothing waits for a pause alone: a program that is done ends.
      setTimeout(resolve, ms);
    }),
  random: () => Math.random(),
};

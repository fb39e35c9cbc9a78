/** Lets everything run that is ready to, timers aside: how the explorer knows that a gateway waits for it. */
export interface LoopTurns {
  readonly next: () => Promise<void>;
  readonly close: () => void;
}

/** Makes turns of the event loop by messages to itself, which take microseconds where a timer takes milliseconds. */
export function loopTurns(): LoopTurns {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener("message", () => waiting.shift()?.());
  port1.start();
  return {
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        port2.postMessage(undefined);
      }),
    close: () => {
      port1.close();
      port2.close();
    },
  };
}

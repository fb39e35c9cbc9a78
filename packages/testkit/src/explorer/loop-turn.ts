/** Lets everything run that is ready to, timers aside: how the explorer knows that a gateway waits for it. */
export interface LoopTurns {
  readonly next: () => Promise<void>;
  readonly close: () => void;
}

/** Node, Bun and Deno have it. */
const immediately: ((run: () => void) => unknown) | undefined = (
  globalThis as { readonly setImmediate?: ((run: () => void) => unknown) | undefined }
).setImmediate;

/**
 * Makes turns of the event loop, which take microseconds where a timer takes milliseconds. Each is two: what a gateway
 * puts off to the next turn, in a microtask after this one was ordered, has then been done too.
 */
export function loopTurns(): LoopTurns {
  if (immediately === undefined) return messageTurns();
  const order = immediately;
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      order(resolve);
    });
  return { next: () => turn().then(turn), close: () => undefined };
}

/** Elsewhere: messages to oneself. */
function messageTurns(): LoopTurns {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener("message", () => waiting.shift()?.());
  port1.start();
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    });
  return {
    next: () => turn().then(turn),
    close: () => {
      port1.close();
      port2.close();
    },
  };
}

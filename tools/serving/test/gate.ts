/** A promise that a test settles by hand. */
export interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

export function gate(): Gate {
  const open: { call: () => void } = { call: () => undefined };
  const passed = new Promise<void>((resolve) => {
    open.call = resolve;
  });
  return {
    passed,
    open: () => {
      open.call();
    },
  };
}

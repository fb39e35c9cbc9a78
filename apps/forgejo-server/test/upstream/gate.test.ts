import { describe, expect, it } from "vitest";
import { Gate } from "../../src/upstream/gate.ts";

const never = new AbortController().signal;

/** A call that runs until it is released. */
function held() {
  const released = new EventTarget();
  const promise = new Promise((resolve) => {
    released.addEventListener("release", resolve);
  });
  return { call: () => promise, release: () => released.dispatchEvent(new Event("release")) };
}

describe("Gate", () => {
  it("serves waiting keys in turn, not in the order of arrival", async () => {
    const gate = new Gate(1, 100);
    const order: string[] = [];
    const first = held();
    const running = gate.run("a", never, first.call);
    const calls = ["a", "a", "a", "b"].map((key) =>
      gate.run(key, never, async () => void order.push(key)),
    );
    first.release();
    await Promise.all([running, ...calls]);
    expect(order).toEqual(["a", "b", "a", "a"]);
  });

  it("lets no more run than it may, and forgets none", async () => {
    const gate = new Gate(3, 1000);
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        gate
          .run(`k${at % 7}`, never, async () => {
            running += 1;
            most = Math.max(most, running);
            await Promise.resolve();
            running -= 1;
            if (at % 5 === 0) throw new Error("fails");
          })
          .catch(() => {}),
      ),
    );
    expect({ running, most }).toEqual({ running: 0, most: 3 });
    await expect(gate.run("x", never, async () => "still open")).resolves.toBe("still open");
  });

  it("refuses what would wait beyond its limit, and lets go of what is aborted", async () => {
    const gate = new Gate(1, 1);
    const first = held();
    const running = gate.run("a", never, first.call);
    const gone = new AbortController();
    const waiting = gate.run("b", gone.signal, async () => "late");
    await expect(gate.run("c", never, async () => "no")).rejects.toThrow("too many");
    gone.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
    const next = gate.run("d", never, async () => "yes");
    first.release();
    await running;
    await expect(next).resolves.toBe("yes");
  });
});

import { describe, expect, it } from "vitest";
import { SlotRefusedError, Slots, type SlotTicket } from "../src/slots.ts";
import { turn } from "./manual-clock.ts";

/** Tickets by name, and the order in which they run or are refused. */
function queue(running: number, waiting: number) {
  const slots = new Slots(running, waiting);
  const tickets = new Map<string, SlotTicket>();
  const log: string[] = [];
  return {
    slots,
    log,
    enter: (...names: string[]) => {
      for (const name of names) {
        const ticket = slots.enter(name.charAt(0));
        if (ticket === undefined) {
          log.push(`full ${name}`);
          continue;
        }
        tickets.set(name, ticket);
        if (ticket.turn === undefined) log.push(name);
        else {
          ticket.turn.then(
            () => log.push(name),
            (error: unknown) =>
              log.push(`${error instanceof SlotRefusedError ? "refused" : "lost"} ${name}`),
          );
        }
      }
    },
    leave: async (...names: string[]) => {
      for (const name of names) {
        tickets.get(name)?.leave();
        // oxlint-disable-next-line no-await-in-loop -- one after another
        await turn();
      }
    },
  };
}

describe("slots", () => {
  it("[LIM-6] let so many run, so many wait, and no more", async () => {
    const { enter, leave, log, slots } = queue(2, 2);
    enter("a1", "a2", "a3", "a4", "a5");
    expect(log).toEqual(["a1", "a2", "full a5"]);
    expect([slots.running, slots.waiting]).toEqual([2, 2]);
    await leave("a2", "a1", "a3", "a4");
    expect(log).toEqual(["a1", "a2", "full a5", "a3", "a4"]);
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
  });

  it("[LIM-6] serve keys round-robin, and one key's own in order", async () => {
    const { enter, leave, log } = queue(1, 10);
    enter("x1", "a1", "a2", "a3", "b1", "b2", "c1");
    await leave("x1", "a1", "b1", "c1", "a2", "b2", "a3");
    expect(log).toEqual(["x1", "a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("[LIM-6] go on after the key that was served last: a greedy one's next stands behind a newcomer", async () => {
    const { enter, leave, log } = queue(1, 10);
    enter("g1", "g2", "g3", "g4", "m1");
    await leave("g1", "m1", "g2");
    expect(log).toEqual(["g1", "m1", "g2", "g3"]);
  });

  it("[LIM-6] lose nothing when waiting tickets leave, in the middle or at the ends", async () => {
    const { enter, leave, log, slots } = queue(1, 10);
    enter("a1", "a2", "a3", "a4", "b1");
    await leave("a3", "b1", "a2");
    expect(slots.waiting).toBe(1);
    await leave("a1", "a4");
    expect(log).toEqual(["a1", "a4"]);
    expect([slots.running, slots.waiting]).toEqual([0, 0]);
    enter("c1");
    expect(log.at(-1)).toBe("c1");
  });

  it("[LIM-6] [case X14] give a newcomer the newest place of the key with most waiting, if that has two more", async () => {
    const { enter, leave, log } = queue(1, 3);
    enter("x1", "a1", "a2", "a3");
    enter("b1"); // a waits for 3, b for 0
    enter("b2"); // a waits for 2, b for 1: one more is not enough
    await turn();
    expect(log).toEqual(["x1", "full b2", "refused a3"]);
    enter("a4"); // its own key has most
    expect(log.at(-1)).toBe("full a4");
    await leave("x1", "a1", "b1", "a2");
    expect(log.slice(4)).toEqual(["a1", "b1", "a2"]);
  });

  it("[LIM-6] give each ticket's slot back once, however often it is left", async () => {
    const { enter, leave, log, slots } = queue(1, 2);
    enter("a1", "a2", "a3");
    await leave("a1", "a1", "a1");
    expect(slots.running).toBe(1);
    expect(log).toEqual(["a1", "a2"]);
  });
});

/** Why a ticket's turn never comes: its place went to a caller who had fewer reads waiting. */
export class SlotRefusedError extends Error {
  override readonly name = "SlotRefusedError";
}

/** A place among the operations that run or wait; always left, once. */
export interface SlotTicket {
  /** Resolves when it is this ticket's turn, rejects with {@link SlotRefusedError} if it is refused after all; absent if it may run now. */
  readonly turn?: Promise<void> | undefined;
  /** Gives the slot, or the place in the queue, back. */
  readonly leave: () => void;
}

/**
 * How many operations run at once, and who is next (LIM-6).
 *
 * Waiting operations are served round-robin by key; a key that was served last stands behind those that were not. When
 * the queue is full, the newest waiting operation of the key with most waiting gives way to a newcomer whose key has at
 * least two fewer. All steps are constant-time but the search for that key, which is linear in the keys that wait.
 */
export class Slots {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  /** In the order of their turns; a key without waiting tickets is not in here. */
  readonly #queues = new Map<string, Queue>();
  #running = 0;
  #waiting = 0;
  #lastServed: string | undefined;

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Gives a ticket that runs or waits, or `undefined` if there is no place. */
  enter(key: string): SlotTicket | undefined {
    if (this.#running < this.#maxRunning) {
      this.#running += 1;
      this.#lastServed = key;
      return new Ticket(this.#release);
    }
    if (this.#waiting >= this.#maxWaiting && !this.#makeRoomFor(key)) return undefined;
    return this.#wait(key);
  }

  #wait(key: string): SlotTicket {
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = new Queue();
      this.#queues.set(key, queue);
    }
    const waiting = new WaitingTicket(this.#release, (ticket) => {
      this.#drop(key, ticket);
    });
    queue.push(waiting);
    this.#waiting += 1;
    return waiting;
  }

  #makeRoomFor(key: string): boolean {
    let longestKey: string | undefined;
    let longest: Queue | undefined;
    for (const [candidate, queue] of this.#queues) {
      if (longest === undefined || queue.size > longest.size) {
        longestKey = candidate;
        longest = queue;
      }
    }
    const own = this.#queues.get(key)?.size ?? 0;
    const newest = longest?.newest;
    if (longest === undefined || longestKey === undefined || newest === undefined) return false;
    if (longest.size < own + 2) return false;
    this.#drop(longestKey, newest);
    newest.refuse();
    return true;
  }

  #drop(key: string, ticket: WaitingTicket): void {
    const queue = this.#queues.get(key);
    if (queue === undefined || !queue.delete(ticket)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(key);
  }

  readonly #release = (): void => {
    const next = this.#next();
    // The slot passes on without ever being free: nobody can slip in between.
    if (next === undefined) this.#running -= 1;
    else next.serve();
  };

  #next(): WaitingTicket | undefined {
    let [key] = this.#queues.keys();
    if (key === undefined) return undefined;
    if (key === this.#lastServed && this.#queues.size > 1) {
      this.#moveToEnd(key);
      [key = ""] = this.#queues.keys();
    }
    const queue = this.#queues.get(key);
    const ticket = queue?.oldest;
    if (queue === undefined || ticket === undefined) return undefined;
    this.#drop(key, ticket);
    if (queue.size > 0) this.#moveToEnd(key);
    this.#lastServed = key;
    return ticket;
  }

  #moveToEnd(key: string): void {
    const queue = this.#queues.get(key);
    if (queue === undefined) return;
    this.#queues.delete(key);
    this.#queues.set(key, queue);
  }
}

class Ticket implements SlotTicket {
  #release: (() => void) | undefined;

  constructor(release: () => void) {
    this.#release = release;
  }

  leave(): void {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }
}

class WaitingTicket implements SlotTicket {
  readonly turn: Promise<void>;
  earlier: WaitingTicket | undefined;
  later: WaitingTicket | undefined;
  queue: Queue | undefined;
  readonly #release: () => void;
  readonly #giveUp: (ticket: WaitingTicket) => void;
  #state: "waiting" | "running" | "over" = "waiting";
  #resolve: () => void = () => {};
  #reject: (error: SlotRefusedError) => void = () => {};

  constructor(release: () => void, giveUp: (ticket: WaitingTicket) => void) {
    this.#release = release;
    this.#giveUp = giveUp;
    this.turn = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  serve(): void {
    this.#state = "running";
    this.#resolve();
  }

  refuse(): void {
    this.#state = "over";
    this.#reject(new SlotRefusedError("the place in the queue went to another caller"));
  }

  leave(): void {
    const state = this.#state;
    this.#state = "over";
    if (state === "running") this.#release();
    if (state === "waiting") this.#giveUp(this);
  }
}

/** The tickets of one key, oldest first: a linked list, so that any of them leaves in constant time. */
class Queue {
  oldest: WaitingTicket | undefined;
  newest: WaitingTicket | undefined;
  size = 0;

  push(ticket: WaitingTicket): void {
    ticket.queue = this;
    ticket.earlier = this.newest;
    if (this.newest === undefined) this.oldest = ticket;
    else this.newest.later = ticket;
    this.newest = ticket;
    this.size += 1;
  }

  delete(ticket: WaitingTicket): boolean {
    if (ticket.queue !== this) return false;
    const { earlier, later } = ticket;
    if (earlier === undefined) this.oldest = later;
    else earlier.later = later;
    if (later === undefined) this.newest = earlier;
    else later.earlier = earlier;
    ticket.queue = undefined;
    this.size -= 1;
    return true;
  }
}

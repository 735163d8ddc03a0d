import { whole, type Heard } from "./change";
import { heard } from "./decode";
import { randomHex } from "./random";
import { PROTOCOL, type FromClient, type FromServer, type Hello, type Scene } from "./wire";

/**
 * One viewer's line to a table. It says hello with the newest version it has, comes back by itself
 * when the line breaks, and sends every wish again under the same id until it is answered, so that
 * each is granted exactly once. Events are handed on in order, without gaps and without doubles.
 */
export type Wish = Extract<FromClient, { id: string }>;
/** A wish before it has an id. */
export type Wanted = Wish extends infer W ? (W extends Wish ? Omit<W, "id"> : never) : never;

export type Status = "connecting" | "online" | "lost" | "gone" | "outdated" | "closed";

export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Clock {
  after(ms: number, act: () => void): number;
  cancel(timer: number): void;
  random(): number;
}

export interface Hooks {
  message(message: Heard): void;
  status(status: Status): void;
}

export const QUIET = 20_000; // ms without a word before we ask whether anybody is there
export const PATIENCE = 8_000; // ms to wait for that answer
export const ANSWER = 4_000; // ms in which a wish is answered, or we begin to doubt
export const HASTE = 3_000; // ms to wait for an answer when there is reason to doubt
export const GAP = 1_500; // ms to wait for an event that was overtaken
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

const clock: Clock = {
  after: (ms, act) => window.setTimeout(act, ms),
  cancel: (timer) => window.clearTimeout(timer),
  random: Math.random,
};

export class Connection {
  status: Status = "connecting";
  have = -1;
  private scene: Scene | null = null; // of that version
  private line: Line | null = null;
  private ready = false; // hello has been said on this line
  private fresh = true; // nothing heard yet on this line
  private turning = false; // other eyes were asked for; what comes before them is not for us
  private doubted = false; // there is reason to think that this line is dead
  private failures = 0;
  private retry = 0;
  private watch = 0;
  private gap = 0;
  private answer = 0;
  private readonly wishes = new Map<string, Wish>();
  private readonly early = new Map<number, FromServer>();

  constructor(
    private readonly table: string,
    private seat: number,
    private readonly hooks: Hooks,
    private readonly open: () => Line,
    private readonly time: Clock = clock,
    private readonly newId: () => string = wishId,
  ) {
    this.connect();
  }

  /** Wishes that have not been answered yet. */
  get waiting(): Wish[] {
    return [...this.wishes.values()];
  }

  /** Send a wish now, or as soon as there is a line. Its id is returned. */
  wish(wanted: Wanted): string {
    const wish = { ...wanted, id: this.newId() } as Wish;
    this.wishes.set(wish.id, wish);
    if (this.ready) {
      this.send(wish);
      this.awaitAnswer();
    }
    return wish.id;
  }

  /** Try again at once: the network is back, or somebody pressed the button. */
  hurry(): void {
    if (this.status !== "lost") return;
    this.drop(); // an attempt may be under way, without hope
    this.connect();
  }

  /** The line may be dead: ask, and do not wait long for the answer. */
  doubt(): void {
    if (this.doubted || !this.ready) return;
    this.doubted = true;
    this.ask(HASTE);
  }

  /** Look through other eyes from now on, over the same line. */
  look(seat: number): void {
    this.seat = seat;
    this.have = -1;
    this.turning = true;
    this.early.clear();
    if (this.ready) this.hello();
  }

  close(): void {
    this.become("closed");
    this.drop();
  }

  private connect(): void {
    this.fresh = true;
    this.early.clear();
    const line = this.open();
    this.line = line;
    this.watch = this.time.after(PATIENCE, () => this.lose()); // a browser would try for minutes
    line.onopen = () => {
      if (line !== this.line) return;
      this.hello();
      this.ask(PATIENCE); // if nothing is new, this is what gets an answer
      for (const wish of this.wishes.values()) this.send(wish);
      this.ready = true;
      if (this.wishes.size) this.awaitAnswer();
    };
    line.onmessage = (event) => {
      if (line === this.line && typeof event.data === "string") this.hear(event.data);
    };
    line.onclose = () => {
      if (line === this.line) this.lose();
    };
  }

  private hello(): void {
    const { table, seat, have } = this;
    const hello: Hello = { type: "hello", protocol: PROTOCOL, table, seat, have };
    this.send(hello);
  }

  private send(message: FromClient): void {
    this.line?.send(JSON.stringify(message));
  }

  private hear(text: string): void {
    const message = heard(text);
    if (!message) return;
    this.failures = 0;
    this.listen();
    if (message.type === "gone") {
      this.hooks.message(message);
      return this.end("gone");
    }
    if (message.type === "reload") return this.end("outdated");
    if (message.type === "archive") {
      this.hooks.message(message);
      return this.end("closed"); // nothing more will come
    }
    if (this.status !== "online") this.become("online");
    this.take(message);
    this.fresh = false;
  }

  private take(message: FromServer): void {
    let told: Heard;
    switch (message.type) {
      case "pong":
        return;
      case "table":
        // after hello it is the truth even if it is older than what we saw; later only if newer
        if (this.turning && message.seat !== this.seat) return;
        if (!this.fresh && message.version < this.have) return;
        this.turning = false;
        this.have = message.version;
        this.scene = message.scene;
        told = message;
        break;
      case "event":
        if (this.turning || message.version <= this.have) return;
        if (message.version > this.have + 1) return this.overtaken(message.version, message);
        this.have = message.version;
        this.scene = whole(message.scene, this.scene);
        told = { ...message, scene: this.scene };
        break;
      case "ack":
      case "hint":
      case "refused":
        if (!this.wishes.delete(message.id)) return;
        if (!this.wishes.size) this.stopWaiting();
        told = message;
        break;
      default:
        told = message;
    }
    this.hooks.message(told);
    const next = this.early.get(this.have + 1);
    if (next) {
      this.early.delete(this.have + 1);
      this.take(next);
    } else if (!this.early.size) {
      this.time.cancel(this.gap);
      this.gap = 0;
    }
  }

  /** An event came before the one it follows: wait for that one, or ask again from where we are. */
  private overtaken(version: number, message: FromServer): void {
    this.early.set(version, message);
    if (!this.gap) this.gap = this.time.after(GAP, () => this.lose());
  }

  /** Something was heard. If nothing more comes for a while, ask. */
  private listen(): void {
    this.doubted = false;
    this.time.cancel(this.watch);
    this.watch = this.time.after(QUIET, () => this.ask(PATIENCE));
  }

  /** Ask whether anybody is there; if no word comes in that time, the line is dead. */
  private ask(patience: number): void {
    this.send({ type: "ping" });
    this.time.cancel(this.watch);
    this.watch = this.time.after(patience, () => this.lose());
  }

  /** A wish was sent, and should soon be answered. */
  private awaitAnswer(): void {
    if (this.answer) return;
    this.answer = this.time.after(ANSWER, () => {
      this.answer = 0;
      this.doubt();
    });
  }

  private stopWaiting(): void {
    this.time.cancel(this.answer);
    this.answer = 0;
  }

  private lose(): void {
    this.drop();
    if (this.status === "closed") return;
    this.become("lost");
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures++);
    const wait = longest * (0.5 + this.time.random() / 2);
    this.retry = this.time.after(wait, () => this.connect());
  }

  private end(status: Status): void {
    this.become(status);
    this.drop();
  }

  private drop(): void {
    const line = this.line;
    this.line = null;
    this.ready = false;
    this.doubted = false;
    for (const timer of [this.watch, this.gap, this.retry]) this.time.cancel(timer);
    this.gap = 0;
    this.stopWaiting();
    line?.close();
  }

  private become(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.hooks.status(status);
  }
}

export function wishId(): string {
  return randomHex(16);
}

/** A line to the server this page came from. */
export function socket(): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Line;
}

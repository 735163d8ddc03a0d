import { beforeEach, describe, expect, it } from "vitest";
import {
  ANSWER,
  Connection,
  GAP,
  HASTE,
  PATIENCE,
  QUIET,
  type Socket,
  type Status,
} from "../../src/table/connection";
import type { FromServer } from "../../src/lib/wire";

const scene = { game: "g", title: "G", prompt: "?", panels: [] };

/** A socket without a network. */
class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** Time that passes when the test says so. */
class FakeClock {
  now = 0;
  private next = 1;
  private readonly timers = new Map<number, { at: number; act: () => void }>();

  after = (ms: number, act: () => void): number => {
    this.timers.set(this.next, { at: this.now + ms, act });
    return this.next++;
  };
  cancel = (timer: number): void => void this.timers.delete(timer);
  random = (): number => 1;

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.timers]
        .filter(([, t]) => t.at <= end)
        .sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.now = due[1].at;
      due[1].act();
    }
    this.now = end;
  }
}

let lines: FakeSocket[];
let heard: FromServer[];
let states: Status[];
let clock: FakeClock;
let connection: Connection;

function line(): FakeSocket {
  const last = lines.at(-1);
  if (!last) throw new Error("no line was opened");
  return last;
}

function open(): void {
  line().onopen?.();
}

function table(version: number, seat = 0): object {
  return {
    type: "table",
    table: "t",
    game: "g",
    title: "G",
    seat,
    version,
    chairs: [],
    options: {},
    commitment: "",
    scene,
    log: [],
  };
}

function event(version: number): object {
  return { type: "event", version, scene };
}

function versions(): number[] {
  return heard.flatMap((one) => ("version" in one && one.type !== "ack" ? [one.version] : []));
}

beforeEach(() => {
  lines = [];
  heard = [];
  states = [];
  clock = new FakeClock();
  let wish = 0;
  connection = new Connection(
    "t",
    0,
    { message: (one) => heard.push(one), status: (one) => states.push(one) },
    () => {
      lines.push(new FakeSocket());
      return line();
    },
    clock,
    () => `wish${++wish}`,
  );
});

describe("hello", () => {
  it("says what it has, and comes online with the first word", () => {
    open();
    expect(line().sent[0]).toMatchObject({ type: "hello", table: "t", seat: 0, have: -1 });
    expect(states).toEqual([]);
    line().tell(table(4));
    expect(states).toEqual(["online"]);
    expect(connection.have).toBe(4);
  });

  it("ends when there is no such table, or the page is too old", () => {
    open();
    line().tell({ type: "gone" });
    expect(connection.status).toBe("gone");
    clock.pass(60_000);
    expect(lines).toHaveLength(1);
  });

  it("hands on why a table cannot be opened", () => {
    open();
    line().tell({ type: "gone", text: "The disk is full." });
    expect(connection.status).toBe("gone");
    expect(heard).toMatchObject([{ type: "gone", text: "The disk is full." }]);
  });

  it("ends with a table that can only be read, after handing it on", () => {
    open();
    line().tell({ type: "archive", table: "t", seat: 0, log: [], told: 0 });
    expect(heard).toMatchObject([{ type: "archive", over: false, scores: [] }]);
    expect(connection.status).toBe("closed");
    clock.pass(60_000);
    expect(lines).toHaveLength(1);
  });
});

describe("events", () => {
  beforeEach(() => {
    open();
    line().tell(table(4));
  });

  it("are handed on once and in order", () => {
    line().tell(event(5));
    line().tell(event(5));
    line().tell(event(7));
    line().tell(event(6));
    line().tell(event(7));
    expect(versions()).toEqual([4, 5, 6, 7]);
  });

  it("that stay away are asked for again", () => {
    line().tell(event(6));
    clock.pass(GAP);
    expect(connection.status).toBe("lost");
    clock.pass(1000);
    open();
    expect(line().sent[0]).toMatchObject({ type: "hello", have: 4 });
    line().tell(event(5));
    line().tell(event(6));
    expect(versions()).toEqual([4, 5, 6]);
  });

  it("an old table does not undo newer ones, but is the truth after hello", () => {
    line().tell(event(5));
    line().tell(table(4));
    expect(connection.have).toBe(5);
    line().onclose?.();
    clock.pass(1000);
    open();
    line().tell(table(3));
    expect(connection.have).toBe(3);
  });
});

describe("another seat", () => {
  it("is requested over the same socket; messages for the old seat are dropped", () => {
    open();
    line().tell(table(4));
    connection.switchSeat(1);
    expect(lines).toHaveLength(1);
    expect(line().sent.at(-1)).toMatchObject({ type: "hello", seat: 1, have: -1 });
    line().tell(event(5));
    line().tell(table(5, 0));
    line().tell(table(2, 1));
    line().tell(event(3));
    expect(versions()).toEqual([4, 2, 3]);
    line().onclose?.();
    clock.pass(1000);
    open();
    expect(line().sent[0]).toMatchObject({ type: "hello", seat: 1, have: 3 });
  });
});

describe("requests", () => {
  const move = { type: "move", seat: 0, move: "take place=1", version: 4 } as const;

  it("are sent again under the same id until they are answered", () => {
    open();
    line().tell(table(4));
    expect(connection.request(move)).toBe("wish1");
    line().onclose?.();
    clock.pass(1000);
    open();
    const again = line().sent.filter((one) => one.type === "move");
    expect(again).toEqual([{ ...move, id: "wish1" }]);
    line().tell({ type: "ack", id: "wish1", version: 5 });
    line().tell({ type: "ack", id: "wish1", version: 5 });
    expect(heard.filter((one) => one.type === "ack")).toHaveLength(1);
    line().onclose?.();
    clock.pass(1000);
    open();
    expect(line().sent.some((one) => one.type === "move")).toBe(false);
  });

  it("wait for a line if there is none", () => {
    connection.request({ type: "say", text: "hello" });
    expect(line().sent).toEqual([]);
    open();
    expect(line().sent.map((one) => one.type)).toEqual(["hello", "ping", "say"]);
  });

  it("that are refused are not sent again", () => {
    open();
    line().tell(table(4));
    connection.request(move);
    line().tell({ type: "refused", id: "wish1", text: "no", stale: true });
    expect(connection.waiting).toEqual([]);
  });
});

describe("a broken line", () => {
  it("is tried again later and later", () => {
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const before = clock.now;
      const tried = lines.length;
      line().onclose?.();
      while (lines.length === tried) clock.pass(50);
      waits.push(clock.now - before);
    }
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000]);
  });

  it("is noticed by its silence", () => {
    open();
    line().tell(table(4));
    clock.pass(QUIET);
    expect(line().sent.at(-1)).toEqual({ type: "ping" });
    line().tell({ type: "pong" });
    clock.pass(QUIET + PATIENCE);
    expect(states).toEqual(["online", "lost"]);
    expect(lines[0]?.closed).toBe(true);
  });

  it("is noticed soon when it is doubted, and doubted but once", () => {
    open();
    line().tell(table(4));
    connection.checkAlive();
    expect(line().sent.at(-1)).toEqual({ type: "ping" });
    line().tell({ type: "pong" });
    clock.pass(HASTE);
    expect(connection.status).toBe("online");
    connection.checkAlive();
    clock.pass(HASTE - 1);
    connection.checkAlive();
    clock.pass(1);
    expect(connection.status).toBe("lost");
  });

  it("is doubted when a request stays unanswered", () => {
    open();
    line().tell(table(4));
    connection.request({ type: "say", text: "hello" });
    line().tell({ type: "ack", id: "wish1", version: 4 });
    clock.pass(ANSWER);
    expect(line().sent.at(-1)).toMatchObject({ type: "say" });
    connection.request({ type: "hint", seat: 0 });
    clock.pass(ANSWER);
    expect(line().sent.at(-1)).toEqual({ type: "ping" });
    line().tell({ type: "pong" }); // somebody is there, and thinks
    clock.pass(ANSWER + HASTE);
    expect(connection.status).toBe("online");
    connection.request({ type: "say", text: "well?" });
    clock.pass(ANSWER + HASTE);
    expect(connection.status).toBe("lost");
  });

  it("that is being tried in vain is given up when somebody hurries", () => {
    line().onclose?.();
    clock.pass(1000);
    const vain = line();
    connection.reconnect();
    expect(vain.closed).toBe(true);
    expect(lines).toHaveLength(3);
  });

  it("that does not open is given up, and tried again", () => {
    line().onclose?.();
    clock.pass(1000);
    const vain = line();
    clock.pass(PATIENCE - 500);
    expect(vain.closed).toBe(true);
    clock.pass(1000);
    expect(lines).toHaveLength(3);
    line().onopen?.();
    line().tell({ type: "pong" });
    clock.pass(PATIENCE);
    expect(line().closed).toBe(false);
  });

  it("can be hurried, and an old line says nothing more", () => {
    open();
    line().tell(table(4));
    const old = line();
    old.onclose?.();
    connection.reconnect();
    expect(lines).toHaveLength(2);
    old.tell(event(5));
    old.onclose?.();
    expect(versions()).toEqual([4]);
    line().onopen?.();
    line().tell({ type: "pong" });
    clock.pass(QUIET);
    expect(lines).toHaveLength(2);
  });

  it("is not opened again after goodbye", () => {
    open();
    connection.close();
    line().onclose?.();
    clock.pass(60_000);
    expect(lines).toHaveLength(1);
    expect(connection.status).toBe("closed");
  });
});

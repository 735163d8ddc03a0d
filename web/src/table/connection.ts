import { applyChange, type ServerMessage } from "./scene_change";
import { decodeMessage } from "../lib/decode";
import { randomHex } from "../lib/random";
import { PROTOCOL, type FromClient, type FromServer, type Hello, type Scene } from "../lib/wire";

/** A message that the server answers. The answer carries the same id. */
export type TableRequest = Extract<FromClient, { id: string }>;
/** A request before it has an id. */
export type NewRequest = TableRequest extends infer R
  ? R extends TableRequest
    ? Omit<R, "id">
    : never
  : never;

export type Status = "connecting" | "online" | "lost" | "gone" | "outdated" | "closed";

export interface Socket {
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
  message(message: ServerMessage): void;
  status(status: Status): void;
}

export const QUIET = 20_000; // ms of silence before a ping
export const PATIENCE = 8_000; // ms to wait for the pong
export const ANSWER = 4_000; // ms to wait for the answer to a request before a ping
export const HASTE = 3_000; // ms to wait for the pong when the socket may be dead
export const GAP = 1_500; // ms to wait for a missing event
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

const clock: Clock = {
  after: (ms, act) => window.setTimeout(act, ms),
  cancel: (timer) => window.clearTimeout(timer),
  random: Math.random,
};

/**
 * One viewer's connection to a table. It reconnects by itself and tells the server which version it
 * has. It resends each request under the same id until the server answers, so that every request
 * takes effect once. It delivers events in order, without gaps or duplicates.
 */
export class Connection {
  status: Status = "connecting";
  have = -1;
  private scene: Scene | null = null; // the scene of version `have`
  private socket: Socket | null = null;
  private ready = false; // hello was sent on this socket
  private fresh = true; // nothing received yet on this socket
  private switching = false; // waiting for the new seat's table; messages for the old seat are dropped
  private doubted = false; // the socket may be dead; a ping is under way
  private failures = 0;
  private retry = 0;
  private watch = 0;
  private gap = 0;
  private answer = 0;
  private readonly unanswered = new Map<string, TableRequest>();
  private readonly early = new Map<number, FromServer>();

  constructor(
    private readonly table: string,
    private seat: number,
    private readonly hooks: Hooks,
    private readonly open: () => Socket,
    private readonly time: Clock = clock,
    private readonly newId: () => string = requestId,
  ) {
    this.connect();
  }

  /** Requests without an answer. */
  get waiting(): TableRequest[] {
    return [...this.unanswered.values()];
  }

  /** Send a request now, or as soon as the socket is open. Returns its id. */
  request(content: NewRequest): string {
    const request = { ...content, id: this.newId() } as TableRequest;
    this.unanswered.set(request.id, request);
    if (this.ready) {
      this.send(request);
      this.awaitAnswer();
    }
    return request.id;
  }

  /** Reconnect now: the network is back, or somebody pressed the button. */
  reconnect(): void {
    if (this.status !== "lost") return;
    this.drop(); // drop an attempt that may hang
    this.connect();
  }

  /** The socket may be dead. Ping, and wait only briefly for the pong. */
  checkAlive(): void {
    if (this.doubted || !this.ready) return;
    this.doubted = true;
    this.ping(HASTE);
  }

  /** View the table from another seat, over the same socket. */
  switchSeat(seat: number): void {
    this.seat = seat;
    this.have = -1;
    this.switching = true;
    this.early.clear();
    if (this.ready) this.sendHello();
  }

  close(): void {
    this.setStatus("closed");
    this.drop();
  }

  private connect(): void {
    this.fresh = true;
    this.early.clear();
    const socket = this.open();
    this.socket = socket;
    this.watch = this.time.after(PATIENCE, () => this.retryLater()); // a browser alone would try for minutes
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.sendHello();
      this.ping(PATIENCE); // the server answers this even if nothing is new
      for (const request of this.unanswered.values()) this.send(request);
      this.ready = true;
      if (this.unanswered.size) this.awaitAnswer();
    };
    socket.onmessage = (event) => {
      if (socket === this.socket && typeof event.data === "string") this.receive(event.data);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.retryLater();
    };
  }

  private sendHello(): void {
    const { table, seat, have } = this;
    const hello: Hello = { type: "hello", protocol: PROTOCOL, table, seat, have };
    this.send(hello);
  }

  private send(message: FromClient): void {
    this.socket?.send(JSON.stringify(message));
  }

  private receive(text: string): void {
    const message = decodeMessage(text);
    if (!message) return;
    this.failures = 0;
    this.restartWatch();
    if (message.type === "gone") {
      this.hooks.message(message);
      return this.end("gone");
    }
    if (message.type === "reload") return this.end("outdated");
    if (message.type === "archive") {
      this.hooks.message(message);
      return this.end("closed"); // nothing more will come
    }
    if (this.status !== "online") this.setStatus("online");
    this.handle(message);
    this.fresh = false;
  }

  private handle(message: FromServer): void {
    let complete: ServerMessage;
    switch (message.type) {
      case "pong":
        return;
      case "table":
        // the first table after hello always counts, even an older one; later only newer ones
        if (this.switching && message.seat !== this.seat) return;
        if (!this.fresh && message.version < this.have) return;
        this.switching = false;
        this.have = message.version;
        this.scene = message.scene;
        complete = message;
        break;
      case "event":
        if (this.switching || message.version <= this.have) return;
        if (message.version > this.have + 1) return this.holdBack(message.version, message);
        this.have = message.version;
        this.scene = applyChange(message.scene, this.scene);
        complete = { ...message, scene: this.scene };
        break;
      case "ack":
      case "hint":
      case "refused":
        if (!this.unanswered.delete(message.id)) return;
        if (!this.unanswered.size) this.stopWaiting();
        complete = message;
        break;
      default:
        complete = message;
    }
    this.hooks.message(complete);
    const next = this.early.get(this.have + 1);
    if (next) {
      this.early.delete(this.have + 1);
      this.handle(next);
    } else if (!this.early.size) {
      this.time.cancel(this.gap);
      this.gap = 0;
    }
  }

  /** An event arrived too early. Wait for the missing one; if it does not come, reconnect. */
  private holdBack(version: number, message: FromServer): void {
    this.early.set(version, message);
    if (!this.gap) this.gap = this.time.after(GAP, () => this.retryLater());
  }

  /** Something arrived. Ping after the next long silence. */
  private restartWatch(): void {
    this.doubted = false;
    this.time.cancel(this.watch);
    this.watch = this.time.after(QUIET, () => this.ping(PATIENCE));
  }

  /** Ping. Without any message in `patience` ms the socket counts as dead. */
  private ping(patience: number): void {
    this.send({ type: "ping" });
    this.time.cancel(this.watch);
    this.watch = this.time.after(patience, () => this.retryLater());
  }

  /** A request was sent. Check the socket if no answer comes soon. */
  private awaitAnswer(): void {
    if (this.answer) return;
    this.answer = this.time.after(ANSWER, () => {
      this.answer = 0;
      this.checkAlive();
    });
  }

  private stopWaiting(): void {
    this.time.cancel(this.answer);
    this.answer = 0;
  }

  private retryLater(): void {
    this.drop();
    if (this.status === "closed") return;
    this.setStatus("lost");
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures++);
    const wait = longest * (0.5 + this.time.random() / 2);
    this.retry = this.time.after(wait, () => this.connect());
  }

  private end(status: Status): void {
    this.setStatus(status);
    this.drop();
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.ready = false;
    this.doubted = false;
    for (const timer of [this.watch, this.gap, this.retry]) this.time.cancel(timer);
    this.gap = 0;
    this.stopWaiting();
    socket?.close();
  }

  private setStatus(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.hooks.status(status);
  }
}

export function requestId(): string {
  return randomHex(16);
}

/** Open a WebSocket to the server of this page. */
export function openSocket(): Socket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Socket;
}

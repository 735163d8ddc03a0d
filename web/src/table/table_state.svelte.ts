import { api, ApiError } from "../lib/api";
import type { ServerMessage, SceneEvent } from "./scene_change";
import { Choice } from "../board/choice.svelte";
import { Guide } from "../guide/guide.svelte";
import { Connection, openSocket, type Status, type NewRequest } from "./connection";
import { rememberCommitment, shareOf } from "./fair_deal";
import { EventQueue } from "./event_queue";
import { settings } from "../settings/settings.svelte";
import { speedFactor, SceneStore } from "../board/scene_store.svelte";
import { announce, sentences } from "../lib/announcer.svelte";
import { ScorePlayback } from "./score_playback.svelte";
import { MoveGuesser } from "./move_guess";
import type * as wire from "../lib/wire";
import { words } from "../lib/words";

const PAUSE = 900; // ms between two moves of others

/** A table as one viewer sees it: what the server sent, what is on screen, and pending requests. */
export class TableState {
  readonly id: string;
  readonly sceneStore = new SceneStore();
  readonly playback = new ScorePlayback();
  readonly choice: Choice;
  readonly guide: Guide;

  status: Status = $state("connecting");
  closedReason = $state(""); // why a table that exists cannot be opened now
  archive: wire.Archive | null = $state.raw(null); // the table can only be read
  info: wire.Table | null = $state.raw(null); // what never changes: game, title, options, commitment
  seat = $state(-1);
  version = $state(-1); // of what is shown
  newest = $state(-1); // that we know of
  chairs: wire.Chair[] = $state.raw([]);
  log: wire.LogLine[] = $state.raw([]);
  chat: wire.ChatLine[] = $state.raw([]);
  awaited: number[] = $state.raw([]);
  undo = $state("");
  redo = $state(false);
  asking = $state(-1);
  over = $state(false);
  secret = $state("");
  seed = $state(-1);
  shares: string[] = $state.raw([]);
  rematch = $state("");

  chatRead = $state(0); // how many lines of chat have been read
  waiting = $state(0); // events not shown yet
  past: wire.Position | null = $state.raw(null);
  trouble: { text: string; rule: string } | null = $state.raw(null);
  advice: wire.Advice | null = $state.raw(null);
  thinking = $state(false); // a hint was asked for
  #pendingRequest = $state(""); // id of the request under way
  #ackedVersion = $state(-1); // the version that was acknowledged
  #guidedMove = ""; // id of the last move counted by the guide
  #hintRequest = ""; // id of the last hint request

  #connection: Connection | null = null;
  readonly #shared = new Set<number>(); // seats whose share of the deal has been sent
  #newestScene: wire.Scene | null = null;
  readonly #guesser = new MoveGuesser();
  readonly #events: EventQueue<SceneEvent>;

  constructor(id: string) {
    this.id = id;
    this.choice = new Choice(
      () => (this.free ? (this.sceneStore.scene?.moves ?? []) : []),
      () => this.sceneStore.scene,
    );
    this.guide = new Guide(
      id,
      () => this.info?.guide ?? [],
      () => (this.myTurn ? this.choice.moves : []),
      () => this.sceneStore.scene?.own_turn ?? -1,
      () => this.info?.game ?? "",
    );
    this.#events = new EventQueue(
      (event, fast) => this.#show(event, fast),
      () => (settings.speed === "skip" ? 0 : PAUSE / speedFactor()),
      (waiting) => (this.waiting = waiting),
    );
  }

  readonly mine = $derived.by(() => this.chairs.filter((chair) => chair.mine));
  readonly unreadChat = $derived.by(() => Math.max(0, this.chat.length - this.chatRead));
  readonly busy = $derived.by(() => this.#pendingRequest !== "" || this.#ackedVersion > this.version);
  /** May a move be chosen now? */
  readonly free = $derived.by(
    () => !this.past && !this.busy && this.version === this.newest && !this.waiting,
  );
  /** Nobody moves before every chair is taken. */
  readonly vacant = $derived.by(() => this.chairs.some((chair) => chair.kind === "open"));
  /** Nothing is dealt before everybody is here; this browser's own share takes only a moment. */
  readonly gathering = $derived.by(() =>
    this.chairs.some((chair) => chair.kind === "open" || (chair.sharing && !chair.mine)),
  );
  readonly myTurn = $derived.by(() => !this.vacant && this.awaited.includes(this.seat));
  /** While several players decide at once: who else decides, or who is awaited. */
  readonly othersDeciding = $derived.by(() => {
    const done = this.chairs.filter((chair) => chair.done && chair.seat !== this.seat);
    const open = this.awaited.filter((seat) => seat !== this.seat);
    if (this.over || this.vacant) return "";
    if (!this.chairs.some((chair) => chair.done) && this.awaited.length < 2) return "";
    const names = (seats: number[]): string[] => seats.map((seat) => this.name(seat));
    if (!this.awaited.includes(this.seat)) return open.length ? words.waitingFor(names(open)) : "";
    return open.length
      ? words.alsoDeciding(names(open))
      : words.hasDecided(names(done.map(({ seat }) => seat)));
  });
  /** The seat to which the screen should be passed; -1 if it may stay. */
  readonly passTo = $derived.by(() => {
    if (this.mine.length < 2 || this.waiting || this.busy || this.myTurn || this.over) return -1;
    return this.mine.find((chair) => this.awaited.includes(chair.seat))?.seat ?? -1;
  });

  name(seat: number): string {
    return this.chairs.find((chair) => chair.seat === seat)?.name ?? words.somebody;
  }

  /** View the table from a seat. */
  sit(seat: number): void {
    this.playback.clear();
    this.#events.clear();
    this.sceneStore.set(null); // another seat's view must not stay visible
    this.info = null;
    this.seat = seat;
    this.past = null;
    this.version = this.newest = this.#ackedVersion = -1;
    this.#pendingRequest = "";
    this.choice.clear();
    if (this.#connection) return this.#connection.switchSeat(seat);
    this.#connection = new Connection(
      this.id,
      seat,
      { message: (message) => this.#receive(message), status: (status) => (this.status = status) },
      openSocket,
    );
  }

  leave(): void {
    this.#connection?.close();
    this.playback.clear();
    this.#events.clear();
  }

  reconnect(): void {
    this.#connection?.reconnect();
  }

  /** The browser says that there is no network. */
  checkAlive(): void {
    this.#connection?.checkAlive();
  }

  // ----------------------------------------------------------------------------------- requests
  play(move: wire.Move): void {
    if (!this.free) return;
    this.trouble = this.advice = null;
    this.playback.list = [];
    this.guide.played(move);
    this.#guidedMove = this.#requestChange({ type: "move", seat: this.seat, move: move.id, version: this.version });
    this.choice.clear();
  }

  takeBack(): void {
    const asking = this.undo === "agreed"; // then the answer waits for the other players
    if (asking) this.#connection?.request({ type: "undo", seat: this.seat });
    else this.#requestChange({ type: "undo", seat: this.seat });
  }

  playAgain(): void {
    this.#requestChange({ type: "redo", seat: this.seat });
  }

  answer(yes: boolean): void {
    this.#connection?.request({ type: "answer", seat: this.seat, yes });
  }

  say(text: string): void {
    this.#connection?.request({ type: "say", text });
  }

  hint(): void {
    this.thinking = true;
    this.#hintRequest = this.#connection?.request({ type: "hint", seat: this.seat }) ?? "";
  }

  /** A click on a spot without a legal move: ask the server why. */
  why(spot: string): void {
    if (!this.myTurn || !this.free) return;
    const move = this.#guesser.guess(spot);
    if (move) this.#connection?.request({ type: "why", seat: this.seat, move });
  }

  skip(): void {
    this.playback.skip();
    this.#events.skip();
  }

  #requestChange(wanted: NewRequest): string {
    this.#pendingRequest = this.#connection?.request(wanted) ?? "";
    return this.#pendingRequest;
  }

  // --------------------------------------------------------------------------------- history
  async lookAt(at: number): Promise<void> {
    try {
      const position = await api.position(this.id, at, this.seat);
      this.choice.clear();
      this.past = position;
      await this.sceneStore.show(position.scene);
    } catch (error) {
      this.trouble = { text: error instanceof ApiError ? error.message : String(error), rule: "" };
    }
  }

  async backToNow(): Promise<void> {
    if (!this.past) return;
    this.past = null;
    if (this.#newestScene) await this.sceneStore.show(this.#newestScene);
  }

  // ------------------------------------------------------------------------------- messages
  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "table":
        return this.#updateTable(message);
      case "archive":
        return this.#openArchive(message);
      case "event":
        this.newest = message.version;
        return this.#events.push(message);
      case "ack":
        if (message.id === this.#pendingRequest) {
          this.#pendingRequest = "";
          this.#ackedVersion = message.version;
        }
        return;
      case "refused":
        if (message.id === this.#pendingRequest) this.#pendingRequest = "";
        if (message.id === this.#guidedMove) this.guide.back(); // the move was not made
        if (message.id === this.#hintRequest) {
          this.thinking = false;
          if (message.stale) return; // the hint is out of date
        }
        this.trouble = { text: message.text, rule: message.rule };
        return announce(message.text);
      case "hint":
        this.thinking = false;
        this.advice = message;
        return announce(words.hintSays(message.words, message.because));
      case "chat":
        if (this.chat.some((line) => line.number === message.line.number)) return;
        this.chat = [...this.chat, message.line];
        return announce(words.chatSays(message.line.name, message.line.text));
      case "gone":
        this.closedReason = message.text;
        return;
      case "chairs":
        this.#updateChairs(message.chairs);
        this.asking = message.asking;
        if (message.rematch) this.rematch = message.rematch;
        if (!this.waiting) this.awaited = message.awaited;
    }
  }

  #openArchive(archive: wire.Archive): void {
    this.#connection = null; // it is closed
    const own = archive.chairs.find((chair) => chair.mine);
    if (archive.seat < 0 && own) return this.sit(own.seat);
    this.archive = archive;
    announce(sentences(archive.title, words.archived));
  }

  #updateTable(table: wire.Table): void {
    this.playback.clear();
    this.#events.clear();
    const again = this.info !== null && this.info.seat === table.seat;
    this.info = table;
    this.newest = this.version = table.version;
    rememberCommitment(this.id, table.commitment);
    this.#updateChairs(table.chairs);
    this.log = table.log;
    if (!again) this.chatRead = table.chat.length;
    this.chat = table.chat;
    this.awaited = table.awaited;
    this.undo = table.undo;
    this.redo = table.redo;
    this.asking = table.asking;
    this.over = table.over;
    this.secret = table.secret;
    this.seed = table.seed;
    this.shares = table.shares;
    this.rematch = table.rematch;
    this.#ackedVersion = Math.min(this.#ackedVersion, table.version);
    this.#updateScene(table.scene);
    this.choice.clear();
    if (this.past) return;
    if (again) void this.sceneStore.show(table.scene);
    else this.sceneStore.set(table.scene);
    if (table.dealt || this.gathering) announce(sentences(table.title, table.scene.prompt));
  }

  #updateChairs(chairs: wire.Chair[]): void {
    this.chairs = chairs;
    for (const { seat, mine, sharing } of chairs) {
      if (!mine || !sharing || this.#shared.has(seat)) continue;
      this.#shared.add(seat);
      this.#connection?.request({ type: "share", seat, value: shareOf(this.id, seat) });
    }
  }

  async #show(event: SceneEvent, fast: boolean): Promise<void> {
    this.version = event.version;
    this.awaited = event.awaited;
    this.undo = event.undo;
    this.redo = event.redo;
    this.over = event.over;
    this.asking = -1;
    if (event.secret) this.secret = event.secret;
    if (event.seed >= 0) this.seed = event.seed;
    if (event.shares.length) this.shares = event.shares;
    if (event.back) this.guide.back();
    if (event.back) this.log = event.lines;
    else if (event.line) this.log = [...this.log, event.line];
    this.advice = null;
    this.trouble = null;
    this.choice.clear();
    this.#updateScene(event.scene);
    const news = event.back ? words.takenBack : (event.line?.text ?? "");
    announce(sentences(news, event.scene.prompt));
    if (this.past) return;
    const steps = event.back ? [] : (event.line?.counted ?? []);
    this.playback.prepare(fast ? [] : steps, this.sceneStore.scene, event.scene);
    await this.sceneStore.show(event.scene, { fast: fast || settings.speed === "skip" });
    if (steps.length && !fast) await this.playback.play(steps);
  }

  #updateScene(scene: wire.Scene): void {
    this.#newestScene = scene;
    this.#guesser.learn(scene.moves);
  }
}

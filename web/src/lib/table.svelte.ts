import { api, Failed } from "./api";
import type { Heard, Seen } from "./change";
import { Choice } from "./choice.svelte";
import { Coach } from "./coach.svelte";
import { Connection, socket, type Status, type Wanted } from "./connection";
import { rememberCommitment, shareOf } from "./fair";
import { Pace } from "./pace";
import { settings } from "./settings.svelte";
import { pace, Stage } from "./stage.svelte";
import { announce, sentences } from "./voice.svelte";
import { Walk } from "./walk.svelte";
import { Meant } from "./why";
import type * as wire from "./wire";
import { words } from "./words";

const READING = 900; // ms between two moves of others

/** A table as one person sits at it: what was told, what is shown of it, and what is wished. */
export class TableState {
  readonly id: string;
  readonly stage = new Stage();
  readonly walk = new Walk();
  readonly choice: Choice;
  readonly coach: Coach;

  status: Status = $state("connecting");
  shut = $state(""); // why a table that exists cannot be opened now
  archive: wire.Archive | null = $state.raw(null); // the table can only be read
  told: wire.Table | null = $state.raw(null); // what never changes: game, title, options, commitment
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

  heard = $state(0); // how many lines of chat have been read
  waiting = $state(0); // events not shown yet
  past: wire.Position | null = $state.raw(null);
  trouble: { text: string; rule: string } | null = $state.raw(null);
  advice: wire.Advice | null = $state.raw(null);
  thinking = $state(false); // a hint was asked for
  #acting = $state(""); // the wish that is on its way
  #promised = $state(-1); // the version that was acknowledged
  #led = ""; // the move that the coach has counted last
  #asked = ""; // the hint that was asked for last

  #connection: Connection | null = null;
  readonly #shared = new Set<number>(); // seats whose share of the deal has been sent
  #live: wire.Scene | null = null;
  readonly #meant = new Meant();
  readonly #pace: Pace<Seen>;

  constructor(id: string) {
    this.id = id;
    this.choice = new Choice(
      () => (this.free ? (this.stage.scene?.moves ?? []) : []),
      () => this.stage.scene,
    );
    this.coach = new Coach(
      id,
      () => this.told?.guide ?? [],
      () => (this.myTurn ? this.choice.moves : []),
      () => this.told?.game ?? "",
    );
    this.#pace = new Pace(
      (event, fast) => this.#show(event, fast),
      () => (settings.speed === "skip" ? 0 : READING / pace()),
      (waiting) => (this.waiting = waiting),
    );
  }

  readonly mine = $derived.by(() => this.chairs.filter((chair) => chair.mine));
  readonly unheard = $derived.by(() => Math.max(0, this.chat.length - this.heard));
  readonly busy = $derived.by(() => this.#acting !== "" || this.#promised > this.version);
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
  /** While several decide at the same time: for whom one waits, or who decides besides. */
  readonly together = $derived.by(() => {
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
  readonly next = $derived.by(() => {
    if (this.mine.length < 2 || this.waiting || this.busy || this.myTurn || this.over) return -1;
    return this.mine.find((chair) => this.awaited.includes(chair.seat))?.seat ?? -1;
  });

  name(seat: number): string {
    return this.chairs.find((chair) => chair.seat === seat)?.name ?? words.somebody;
  }

  /** Look through the eyes of a seat. */
  sit(seat: number): void {
    this.walk.clear();
    this.#pace.clear();
    this.stage.set(null); // what another seat saw is not for these eyes
    this.told = null;
    this.seat = seat;
    this.past = null;
    this.version = this.newest = this.#promised = -1;
    this.#acting = "";
    this.choice.clear();
    if (this.#connection) return this.#connection.look(seat);
    this.#connection = new Connection(
      this.id,
      seat,
      { message: (message) => this.#hear(message), status: (status) => (this.status = status) },
      socket,
    );
  }

  leave(): void {
    this.#connection?.close();
    this.walk.clear();
    this.#pace.clear();
  }

  hurry(): void {
    this.#connection?.hurry();
  }

  /** The browser says that there is no network. */
  doubt(): void {
    this.#connection?.doubt();
  }

  // ----------------------------------------------------------------------------------- wishes
  play(move: wire.Move): void {
    if (!this.free) return;
    this.trouble = this.advice = null;
    this.walk.list = [];
    this.coach.played(move);
    this.#led = this.#act({ type: "move", seat: this.seat, move: move.id, version: this.version });
    this.choice.clear();
  }

  takeBack(): void {
    const asking = this.undo === "agreed"; // then it is answered when the others have spoken
    if (asking) this.#connection?.wish({ type: "undo", seat: this.seat });
    else this.#act({ type: "undo", seat: this.seat });
  }

  playAgain(): void {
    this.#act({ type: "redo", seat: this.seat });
  }

  answer(yes: boolean): void {
    this.#connection?.wish({ type: "answer", seat: this.seat, yes });
  }

  say(text: string): void {
    this.#connection?.wish({ type: "say", text });
  }

  hint(): void {
    this.thinking = true;
    this.#asked = this.#connection?.wish({ type: "hint", seat: this.seat }) ?? "";
  }

  /** A click on something that no legal move touches: ask why not. */
  why(spot: string): void {
    if (!this.myTurn || !this.free) return;
    const move = this.#meant.guess(spot);
    if (move) this.#connection?.wish({ type: "why", seat: this.seat, move });
  }

  skip(): void {
    this.walk.skip();
    this.#pace.skip();
  }

  #act(wanted: Wanted): string {
    this.#acting = this.#connection?.wish(wanted) ?? "";
    return this.#acting;
  }

  // --------------------------------------------------------------------------------- the past
  async lookAt(at: number): Promise<void> {
    try {
      const position = await api.position(this.id, at, this.seat);
      this.choice.clear();
      this.past = position;
      await this.stage.show(position.scene);
    } catch (error) {
      this.trouble = { text: error instanceof Failed ? error.message : String(error), rule: "" };
    }
  }

  async backToNow(): Promise<void> {
    if (!this.past) return;
    this.past = null;
    if (this.#live) await this.stage.show(this.#live);
  }

  // ------------------------------------------------------------------------------- what is told
  #hear(message: Heard): void {
    switch (message.type) {
      case "table":
        return this.#seeTable(message);
      case "archive":
        return this.#read(message);
      case "event":
        this.newest = message.version;
        return this.#pace.push(message);
      case "ack":
        if (message.id === this.#acting) {
          this.#acting = "";
          this.#promised = message.version;
        }
        return;
      case "refused":
        if (message.id === this.#acting) this.#acting = "";
        if (message.id === this.#led) this.coach.back(); // it was not made
        if (message.id === this.#asked) {
          this.thinking = false;
          if (message.stale) return; // nobody needs this hint any more
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
        this.shut = message.text;
        return;
      case "chairs":
        this.#seeChairs(message.chairs);
        this.asking = message.asking;
        if (message.rematch) this.rematch = message.rematch;
        if (!this.waiting) this.awaited = message.awaited;
    }
  }

  #read(archive: wire.Archive): void {
    this.#connection = null; // it is closed
    const own = archive.chairs.find((chair) => chair.mine);
    if (archive.seat < 0 && own) return this.sit(own.seat);
    this.archive = archive;
    announce(sentences(archive.title, words.archived));
  }

  #seeTable(table: wire.Table): void {
    this.walk.clear();
    this.#pace.clear();
    const again = this.told !== null && this.told.seat === table.seat;
    this.told = table;
    this.newest = this.version = table.version;
    rememberCommitment(this.id, table.commitment);
    this.#seeChairs(table.chairs);
    this.log = table.log;
    if (!again) this.heard = table.chat.length;
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
    this.#promised = Math.min(this.#promised, table.version);
    this.#see(table.scene);
    this.choice.clear();
    if (this.past) return;
    if (again) void this.stage.show(table.scene);
    else this.stage.set(table.scene);
    if (table.dealt || this.gathering) announce(sentences(table.title, table.scene.prompt));
  }

  #seeChairs(chairs: wire.Chair[]): void {
    this.chairs = chairs;
    for (const { seat, mine, sharing } of chairs) {
      if (!mine || !sharing || this.#shared.has(seat)) continue;
      this.#shared.add(seat);
      this.#connection?.wish({ type: "share", seat, value: shareOf(this.id, seat) });
    }
  }

  async #show(event: Seen, fast: boolean): Promise<void> {
    this.version = event.version;
    this.awaited = event.awaited;
    this.undo = event.undo;
    this.redo = event.redo;
    this.over = event.over;
    this.asking = -1;
    if (event.secret) this.secret = event.secret;
    if (event.seed >= 0) this.seed = event.seed;
    if (event.shares.length) this.shares = event.shares;
    if (event.back) this.coach.back();
    if (event.back) this.log = event.lines;
    else if (event.line) this.log = [...this.log, event.line];
    this.advice = null;
    this.trouble = null;
    this.choice.clear();
    this.#see(event.scene);
    const news = event.back ? words.takenBack : (event.line?.text ?? "");
    announce(sentences(news, event.scene.prompt));
    if (this.past) return;
    const steps = event.back ? [] : (event.line?.counted ?? []);
    this.walk.prepare(fast ? [] : steps, this.stage.scene, event.scene);
    await this.stage.show(event.scene, { fast: fast || settings.speed === "skip" });
    if (steps.length && !fast) await this.walk.play(steps);
  }

  #see(scene: wire.Scene): void {
    this.#live = scene;
    this.#meant.learn(scene.moves);
  }
}

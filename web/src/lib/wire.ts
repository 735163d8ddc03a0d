// Written by web/wire_types.py from scene.py and messages.py; do not edit.
// Every field is there after decoding: what has its default stays off the wire and is filled in.

export const PROTOCOL = 3;

export interface Difference {
  entry: string;
  field: string;
  was: string;
  now: string;
}

export interface Sprite {
  id: string;
  art: string;
  small: string;
  path: string;
  x: number;
  y: number;
  w: number;
  h: number;
  turn: number;
  z: number;
  slot: number;
  spot: string;
  label: string;
  text: string;
  count: number;
  tone: string;
  line: "" | "broad" | "dash" | "none" | "rim" | "seam";
  look: "" | "dim" | "ghost" | "glow";
  halo: "card" | "disc";
  owner: number;
  reveal: string;
  reconstructed: string;
}

export interface Counter {
  id: string;
  label: string;
  value: number | string;
  art: string;
  of: number;
  spot: string;
  owner: number;
}

export interface Note {
  title: string;
  text: string;
  marks: string[];
  reconstructed: string;
}

export interface Reveal {
  id: string;
  label: string;
  sprites: Sprite[];
}

export interface Panel {
  id: string;
  title: string;
  area: "board" | "market" | "mine" | "other" | "supply";
  sprites: Sprite[];
  counters: Counter[];
  notes: Note[];
  reveals: Reveal[];
  width: number;
  height: number;
  slots: [number, number][];
  gap: number;
  least: number;
  most: number;
  zoom: boolean;
  backdrop: string;
  seat: number;
  say: string;
  reconstructed: string;
}

export interface Move {
  id: string;
  words: string;
  verb: string;
  spots: Record<string, number>;
  aims: string[];
  gain: string;
  safe: boolean;
  ghosts: Sprite[];
  lines: [string, string][];
}

export interface Step {
  says: string;
  why: string;
  moves: string[];
  spots: string[];
  turn: number;
  spare: boolean;
}

export interface Counted {
  seat: number;
  text: string;
  points: number;
  sprites: string[];
}

export interface Score {
  seat: number;
  name: string;
  total: number;
  lines: [string, number][];
  rank: number;
}

export interface Scene {
  game: string;
  title: string;
  prompt: string;
  panels: Panel[];
  moves: Move[];
  scores: Score[];
  news: string[];
  turn: number;
  me: number;
  own_turn: number;
  verdict: string;
  won: boolean;
  pieces: string;
  colours: number[];
}

export interface Hello {
  type: "hello";
  protocol: number;
  table: string;
  seat?: number;
  have?: number;
}

export interface DoMove {
  type: "move";
  id: string;
  seat: number;
  move: string;
  version: number;
}

export interface DoUndo {
  type: "undo";
  id: string;
  seat: number;
}

export interface DoRedo {
  type: "redo";
  id: string;
  seat: number;
}

export interface Answer {
  type: "answer";
  id: string;
  seat: number;
  yes: boolean;
}

export interface Say {
  type: "say";
  id: string;
  text: string;
}

export interface Why {
  type: "why";
  id: string;
  seat: number;
  move: string;
}

export interface Hint {
  type: "hint";
  id: string;
  seat: number;
}

export interface Share {
  type: "share";
  id: string;
  seat: number;
  value: string;
}

export interface Ping {
  type: "ping";
}

export interface Chair {
  seat: number;
  kind: string;
  name: string;
  mine: boolean;
  here: boolean;
  done: boolean;
  sharing: boolean;
}

export interface ChatLine {
  number: number;
  name: string;
  seat: number;
  text: string;
}

export interface LogLine {
  at: number;
  seat: number;
  text: string;
  counted: Counted[];
}

export interface Pieces {
  components: string;
  box: string;
}

export interface Table {
  type: "table";
  table: string;
  game: string;
  title: string;
  seat: number;
  version: number;
  chairs: Chair[];
  options: Record<string, string | number | boolean>;
  commitment: string;
  scene: Scene;
  log: LogLine[];
  chat: ChatLine[];
  undo: string;
  redo: boolean;
  asking: number;
  over: boolean;
  secret: string;
  seed: number;
  rematch: string;
  awaited: number[];
  dealt: boolean;
  shares: string[];
  guide: Step[];
  pieces: Pieces | null;
}

export interface Redrawn {
  id: string;
  title: string;
  area: "board" | "market" | "mine" | "other" | "supply";
  sprites: (Sprite | [number, number])[];
  counters: Counter[];
  notes: Note[];
  reveals: Reveal[];
  width: number;
  height: number;
  slots: [number, number][];
  gap: number;
  least: number;
  most: number;
  zoom: boolean;
  backdrop: string;
  seat: number;
  say: string;
  reconstructed: string;
}

export interface Change {
  game: string;
  title: string;
  prompt: string;
  panels: (Redrawn | string)[];
  moves: Move[];
  scores: Score[];
  news: string[];
  turn: number;
  me: number;
  own_turn: number;
  verdict: string;
  won: boolean;
  pieces: string;
  colours: number[];
}

export interface Event {
  type: "event";
  version: number;
  scene: Change;
  line: LogLine | null;
  back: boolean;
  lines: LogLine[];
  undo: string;
  redo: boolean;
  over: boolean;
  secret: string;
  seed: number;
  shares: string[];
  awaited: number[];
}

export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

export interface Refusal {
  type: "refused";
  id: string;
  text: string;
  rule: string;
  stale: boolean;
}

export interface Candidate {
  move: string;
  words: string;
  promise: number;
  give: number;
  gain: string;
}

export interface Advice {
  type: "hint";
  id: string;
  move: string;
  words: string;
  gain: string;
  candidates: Candidate[];
  because: string;
  alone: boolean;
  proved: boolean;
}

export interface Chat {
  type: "chat";
  line: ChatLine;
}

export interface Chairs {
  type: "chairs";
  chairs: Chair[];
  asking: number;
  rematch: string;
  awaited: number[];
}

export interface Pong {
  type: "pong";
}

export interface Reload {
  type: "reload";
  protocol: number;
}

export interface Gone {
  type: "gone";
  text: string;
}

export interface Archive {
  type: "archive";
  table: string;
  game: string;
  title: string;
  seat: number;
  chairs: Chair[];
  options: Record<string, string | number | boolean>;
  commitment: string;
  why: "log" | "rules" | "shelf";
  version: number;
  spinney: string;
  log: LogLine[];
  told: number;
  chat: ChatLine[];
  over: boolean;
  scores: Score[];
  verdict: string;
  won: boolean;
  pieces: Pieces | null;
  colours: number[];
}

export interface PlayerKind {
  kind: string;
  name: string;
  says: string;
}

export interface OptionField {
  name: string;
  title: string;
  default: string;
  kind: "choice" | "number" | "switch" | "text";
  values: string[];
  labels: string[];
  remarks: string[];
  says: string;
  least: number | null;
  most: number | null;
  longest: number;
  seats: number[];
}

export interface GameCard {
  name: string;
  title: string;
  seats: number[];
  minutes: number;
  version: number;
  tagline: string;
  cover: string;
  options: OptionField[];
  guide: boolean;
  guided: Record<string, string>;
  pieces: Pieces | null;
  file: boolean;
  credits: string;
  reconstructed: string;
  reconstructed_in: string;
}

export interface Shelf {
  games: GameCard[];
  players: PlayerKind[];
}

export interface MyTable {
  table: string;
  game: string;
  title: string;
  names: string[];
  seats: number[];
  over: boolean;
  awaited: boolean;
  scores: number[];
  archived: boolean;
}

export interface Me {
  name: string;
  tables: MyTable[];
}

export interface Name {
  name: string;
}

export interface NewTable {
  game: string;
  seats: string[];
  options?: Record<string, string>;
  shares?: boolean;
  file?: string;
  colours?: number[];
}

export interface Opened {
  table: string;
  seats: number[];
  invites: Record<number, string>;
}

export interface Claim {
  invite: string;
  shares?: boolean;
  colour?: number;
}

export interface FreeColours {
  game: string;
  free: number[];
  mine: number;
}

export interface Invitation {
  table: string;
  game: string;
  title: string;
  names: string[];
  pieces: Pieces | null;
}

export interface NewFile {
  game: string;
  text: string;
  name?: string;
}

export interface Checked {
  components: string;
  changes: Difference[];
}

export interface KeptFile {
  file: string;
  game: string;
  name: string;
  components: string;
  created: number;
}

export interface KeptFiles {
  files: KeptFile[];
  most: number;
  file: string;
}

export interface Seated {
  table: string;
  seat: number;
}

export interface WrittenMove {
  seat: number;
  move: string;
}

export interface Transcript {
  table: string;
  commitment: string;
  secret: string;
  shares: string[];
  spinney: string;
  game: string;
  version: number;
  components: string;
  options: Record<string, string | number | boolean>;
  players: [string, string][];
  over: boolean;
  moves: WrittenMove[];
  story: string[];
}

export interface Position {
  at: number;
  of: number;
  seat: number;
  scene: Scene;
  line: LogLine | null;
}

export interface Span {
  text: string;
  strong: boolean;
  em: boolean;
  code: boolean;
  href: string;
}

export interface Block {
  kind: "h1" | "h2" | "h3" | "ol" | "p" | "table" | "ul";
  spans: Span[];
  items: Span[][];
  rows: Span[][][];
  rule: string;
}

export interface Rulebook {
  title: string;
  blocks: Block[];
}

export interface Mistake {
  error: string;
  entry: string;
  field: string;
  what: string;
  line: number;
}

export type FromClient = Hello | DoMove | DoUndo | DoRedo | Answer | Say | Why | Hint | Share | Ping;
export type FromServer = Table | Event | Ack | Refusal | Advice | Chat | Chairs | Pong | Reload | Gone | Archive;

export interface Structs {
  Difference: Difference;
  Sprite: Sprite;
  Counter: Counter;
  Note: Note;
  Reveal: Reveal;
  Panel: Panel;
  Move: Move;
  Step: Step;
  Counted: Counted;
  Score: Score;
  Scene: Scene;
  Hello: Hello;
  DoMove: DoMove;
  DoUndo: DoUndo;
  DoRedo: DoRedo;
  Answer: Answer;
  Say: Say;
  Why: Why;
  Hint: Hint;
  Share: Share;
  Ping: Ping;
  Chair: Chair;
  ChatLine: ChatLine;
  LogLine: LogLine;
  Pieces: Pieces;
  Table: Table;
  Redrawn: Redrawn;
  Change: Change;
  Event: Event;
  Ack: Ack;
  Refusal: Refusal;
  Candidate: Candidate;
  Advice: Advice;
  Chat: Chat;
  Chairs: Chairs;
  Pong: Pong;
  Reload: Reload;
  Gone: Gone;
  Archive: Archive;
  PlayerKind: PlayerKind;
  OptionField: OptionField;
  GameCard: GameCard;
  Shelf: Shelf;
  MyTable: MyTable;
  Me: Me;
  Name: Name;
  NewTable: NewTable;
  Opened: Opened;
  Claim: Claim;
  FreeColours: FreeColours;
  Invitation: Invitation;
  NewFile: NewFile;
  Checked: Checked;
  KeptFile: KeptFile;
  KeptFiles: KeptFiles;
  Seated: Seated;
  WrittenMove: WrittenMove;
  Transcript: Transcript;
  Position: Position;
  Span: Span;
  Block: Block;
  Rulebook: Rulebook;
  Mistake: Mistake;
}

export interface Shape {
  defaults: Record<string, unknown>;
  parts: Partial<Record<string, keyof Structs>>;
}

export const SHAPES: Partial<Record<keyof Structs, Shape>> = {
  Sprite: {"defaults": {"art": "", "small": "", "path": "", "x": 0, "y": 0, "w": 100, "h": 100, "turn": 0, "z": 0, "slot": -1, "spot": "", "label": "", "text": "", "count": -1, "tone": "", "line": "", "look": "", "halo": "disc", "owner": -1, "reveal": "", "reconstructed": ""}, "parts": {}},
  Counter: {"defaults": {"art": "", "of": 0, "spot": "", "owner": -1}, "parts": {}},
  Note: {"defaults": {"marks": [], "reconstructed": ""}, "parts": {}},
  Reveal: {"defaults": {}, "parts": {"sprites": "Sprite"}},
  Panel: {"defaults": {"counters": [], "notes": [], "reveals": [], "width": 0, "height": 0, "slots": [], "gap": 10, "least": 60, "most": 130, "zoom": false, "backdrop": "", "seat": -1, "say": "", "reconstructed": ""}, "parts": {"sprites": "Sprite", "counters": "Counter", "notes": "Note", "reveals": "Reveal"}},
  Move: {"defaults": {"aims": [], "gain": "", "safe": true, "ghosts": [], "lines": []}, "parts": {"ghosts": "Sprite"}},
  Step: {"defaults": {"why": "", "moves": [], "spots": [], "turn": -1, "spare": false}, "parts": {}},
  Counted: {"defaults": {"points": 0, "sprites": []}, "parts": {}},
  Score: {"defaults": {"lines": [], "rank": 0}, "parts": {}},
  Scene: {"defaults": {"moves": [], "scores": [], "news": [], "turn": 0, "me": 0, "own_turn": -1, "verdict": "", "won": true, "pieces": "", "colours": []}, "parts": {"panels": "Panel", "moves": "Move", "scores": "Score"}},
  Chair: {"defaults": {"mine": false, "here": false, "done": false, "sharing": false}, "parts": {}},
  LogLine: {"defaults": {"counted": []}, "parts": {"counted": "Counted"}},
  Pieces: {"defaults": {"box": ""}, "parts": {}},
  Table: {"defaults": {"chat": [], "undo": "", "redo": false, "asking": -1, "over": false, "secret": "", "seed": -1, "rematch": "", "awaited": [], "dealt": true, "shares": [], "guide": [], "pieces": null}, "parts": {"chairs": "Chair", "scene": "Scene", "log": "LogLine", "chat": "ChatLine", "guide": "Step", "pieces": "Pieces"}},
  Redrawn: {"defaults": {"counters": [], "notes": [], "reveals": [], "width": 0, "height": 0, "slots": [], "gap": 10, "least": 60, "most": 130, "zoom": false, "backdrop": "", "seat": -1, "say": "", "reconstructed": ""}, "parts": {"sprites": "Sprite", "counters": "Counter", "notes": "Note", "reveals": "Reveal"}},
  Change: {"defaults": {"moves": [], "scores": [], "news": [], "turn": 0, "me": 0, "own_turn": -1, "verdict": "", "won": true, "pieces": "", "colours": []}, "parts": {"panels": "Redrawn", "moves": "Move", "scores": "Score"}},
  Event: {"defaults": {"line": null, "back": false, "lines": [], "undo": "", "redo": false, "over": false, "secret": "", "seed": -1, "shares": [], "awaited": []}, "parts": {"scene": "Change", "line": "LogLine", "lines": "LogLine"}},
  Refusal: {"defaults": {"rule": "", "stale": false}, "parts": {}},
  Candidate: {"defaults": {"give": 0.0, "gain": ""}, "parts": {}},
  Advice: {"defaults": {"gain": "", "candidates": [], "because": "", "alone": false, "proved": false}, "parts": {"candidates": "Candidate"}},
  Chat: {"defaults": {}, "parts": {"line": "ChatLine"}},
  Chairs: {"defaults": {"asking": -1, "rematch": "", "awaited": []}, "parts": {"chairs": "Chair"}},
  Gone: {"defaults": {"text": ""}, "parts": {}},
  Archive: {"defaults": {"chat": [], "over": false, "scores": [], "verdict": "", "won": true, "pieces": null, "colours": []}, "parts": {"chairs": "Chair", "log": "LogLine", "chat": "ChatLine", "scores": "Score", "pieces": "Pieces"}},
  OptionField: {"defaults": {"kind": "choice", "values": [], "labels": [], "remarks": [], "says": "", "least": null, "most": null, "longest": 0, "seats": []}, "parts": {}},
  GameCard: {"defaults": {"guide": false, "guided": {}, "pieces": null, "file": false, "credits": "", "reconstructed": "", "reconstructed_in": ""}, "parts": {"options": "OptionField", "pieces": "Pieces"}},
  Shelf: {"defaults": {}, "parts": {"games": "GameCard", "players": "PlayerKind"}},
  MyTable: {"defaults": {"archived": false}, "parts": {}},
  Me: {"defaults": {}, "parts": {"tables": "MyTable"}},
  Invitation: {"defaults": {"pieces": null}, "parts": {"pieces": "Pieces"}},
  Checked: {"defaults": {}, "parts": {"changes": "Difference"}},
  KeptFiles: {"defaults": {"file": ""}, "parts": {"files": "KeptFile"}},
  Transcript: {"defaults": {}, "parts": {"moves": "WrittenMove"}},
  Position: {"defaults": {"line": null}, "parts": {"scene": "Scene", "line": "LogLine"}},
  Span: {"defaults": {"strong": false, "em": false, "code": false, "href": ""}, "parts": {}},
  Block: {"defaults": {"spans": [], "items": [], "rows": [], "rule": ""}, "parts": {"spans": "Span", "items": "Span", "rows": "Span"}},
  Rulebook: {"defaults": {}, "parts": {"blocks": "Block"}},
  Mistake: {"defaults": {"entry": "", "field": "", "what": "", "line": 0}, "parts": {}},
};

/** The struct of each server message, by its `type`. */
export const SERVER_MESSAGES: Record<string, keyof Structs> = {"table": "Table", "event": "Event", "ack": "Ack", "refused": "Refusal", "hint": "Advice", "chat": "Chat", "chairs": "Chairs", "pong": "Pong", "reload": "Reload", "gone": "Gone", "archive": "Archive"};

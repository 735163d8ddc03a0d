/** Every sentence of the client, in English. A translation is a file with the same keys. */
function some(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

function among<K extends string>(names: Record<K, string>): (key: K) => string {
  return (key) => names[key];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function list(names: string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const en = {
  // the shelf
  motto: "Games of wood and mushroom, at one table",
  theShelf: "The shelf",
  yourTables: "Your tables",
  players: (seats: number[]) => {
    const [few, many] = [Math.min(...seats), Math.max(...seats)];
    return few === many ? some(few, "player") : `${few}–${many} players`;
  },
  minutes: (n: number) => `about ${n} minutes`,
  playIt: "Play",
  reconstructed: "Our reconstruction",
  howWeKnow: "How we know",
  rulesOf: (title: string) => `The rules of ${title}`,
  noRules: "No such game",
  youAre: "You are",
  yourName: "Your name",
  rename: "Rename",
  save: "Save",
  running: "Waiting for others",
  isOver: "The game is over",
  nameScore: (name: string, score: number) => `${name} ${score}`,
  showAll: (n: number) => `Show all ${n}`,

  // a new table
  newTable: (title: string) => `A table for ${title}`,
  withWhom: "With whom?",
  company: among({
    computer: "Against the computer",
    friend: "With a friend far away",
    here: "Together at this screen",
    alone: "Alone",
  }),
  howMany: "Players",
  chair: (n: number) => `Chair ${n}`,
  meHere: "Me, at this screen",
  aFriend: "A friend, by link",
  friendSays: "You get a link to send.",
  computerNamed: (name: string) => `Computer: ${name}`,
  optionValue: (value: string) => {
    const seat = /^seat(\d)$/.exec(value);
    if (seat) return `Chair ${Number(seat[1]) + 1}`;
    const said = { true: "yes", false: "no", drawn: "by lot" }[value];
    return capital(said ?? value.replaceAll("_", " "));
  },
  optionSays: (says: string) => (says ? `${capital(says).replace(/[.!?]$/, "")}.` : ""),
  layTable: "Lay the table",
  yourColour: "Your colour",
  colourOf: (n: number) => `Colour of chair ${n}`,
  colourName: (n: number) => ["Green", "Blue", "Red", "Yellow"][n] ?? "Any",

  // joining
  joinTitle: "A chair is kept for you",
  joinSays: "Somebody has invited you to a game. How shall we call you at the table?",
  sitDown: "Sit down",
  justWatch: "Only watch",
  openChairs: "A chair is still free",
  openChair: "Free chair",
  inviteLink: "Link for a friend",
  waitingForGuest: "waiting for the guest",
  copyLink: "Copy link",
  copied: "Copied",

  // at the table
  table: "Table",
  tabTitle: (title: string, turn: boolean, over: boolean) =>
    `${turn ? "● Your turn · " : over ? "Over · " : ""}${title} · Spinney`,
  yourTurn: "Your turn",
  yourMove: "Your move",
  notYourTurn: "Nothing to choose right now.",
  isAwaited: "is to move",
  waitingFor: (names: string[]) => `Waiting for ${list(names)}.`,
  alsoDeciding: (names: string[]) =>
    `${list(names)} ${names.length === 1 ? "decides" : "decide"} at the same time.`,
  hasDecided: (names: string[]) => `${list(names)} ${names.length === 1 ? "has" : "have"} decided.`,
  moves: "Moves",
  movesLeftTitle: "Moves left",
  movesAndStory: "Moves and story",
  others: "Others and supply",
  moveCount: (n: number) => some(n, "move"),
  movesLeft: (n: number) => `${some(n, "move")} left`,
  orMore: (n: number) => `or choose more · ${some(n, "move")} left`,
  moveWorth: (move: string, gain: string) => (gain ? `${move}, ${gain}.` : `${move}.`),
  enterAgain: "Once more to play.",
  turnOrPlay: "R turns it, once more plays it.",
  which: "Which?",
  chooseMore: "Choose more",
  moreMoves: (n: number) => `and ${n} more: choose on the board`,
  waysToTurn: (n: number) => `${some(n, "way")} to lay it`,
  wayOf: (n: number, gain: string) => (gain ? `Way ${n}: ${gain}` : `Way ${n}`),
  notFree: "Something new will be seen: it cannot simply be taken back.",
  turn: "Turn",
  play: "Play",
  clear: "Clear",
  skip: "Skip",
  sending: "Putting it on the table …",
  undoLabel: (takes: string) => (takes === "agreed" ? "Ask to undo" : "Undo"),
  undoTakes: (takes: string) =>
    takes === "free"
      ? "Take your last move back; nothing new was seen."
      : takes === "agreed"
        ? "Take your last move back, if the others agree."
        : takes === "solo"
          ? "Take your last move back."
          : "Take your last move back, and the computer's answer with it.",
  redo: "Redo",
  takenBack: "A move was taken back.",
  mayUndo: (name: string) => `${name} would like to take the last move back.`,
  agree: "Agree",
  disagree: "Rather not",
  undoAsked: "The others are asked whether you may take it back.",
  hint: "Hint",
  thinking: "Thinking …",
  hintSays: (move: string, because: string) => because || `A computer player would choose: ${move}.`,
  hintTitle: (alone: boolean) => (alone ? "Worth a thought, with the points to expect" : "Worth a thought, with the chance to win"),
  promised: (promise: number, alone: boolean) => (alone ? promise.toFixed(1) : `${promise.toFixed(0)} %`),
  giveOrTake: (give: number, alone: boolean) => `± ${give.toFixed(alone ? 1 : 0)}`,
  proved: "proved",
  show: "Show",
  showMove: (move: string) => `Show: ${move}`,
  rule: (rule: string) => `Rule ${rule}`,
  showMore: "Show on the board",
  revealed: (label: string) => `Shown: ${label}.`,
  covered: (label: string) => `No longer shown: ${label}.`,
  zoomIn: "Look closer",
  zoomOut: "Look from farther away",
  zoomWhole: "See the whole board",
  zoomOf: (title: string) => `Look closer: ${title}`,
  zoomedTo: (percent: number) => `${percent} percent.`,
  enlarge: (title: string) => `Enlarge: ${title}`,
  somebody: "Somebody",

  // a guided first game
  guide: "Guide",
  guideOffer: "Your first time? A guide leads you through the first turns.",
  guideMe: "Guide me",
  noGuide: "No, thank you",
  guideSays: (says: string, why: string) => [says, why].filter(Boolean).join(" "),
  stepOf: (n: number, of: number) => `Step ${n} of ${of}`,
  nextStep: "Go on",
  leaveGuide: "Leave the guide",
  guideSkipped: "A step of the guide cannot be taken any more. It is skipped.",
  guideRests: "Choose for yourself here. The guide goes on afterwards.",
  guideDone: "That was the guide. From here on you know the way.",
  guidedGame: "Guided first game",
  guidedSays: "A guide leads you through the first turns; you can leave it at any moment.",

  // lists and sheets
  more: "More",
  people: "At the table",
  rules: "Rules",
  settings: "Settings",
  close: "Close",
  story: "Story",
  chat: "Chat",
  storyAndChat: "Story and chat",
  noStory: "Nothing has happened yet.",
  lookHere: "Look at the table after this",
  noChat: "Nobody has said anything.",
  writeHere: "Say something",
  send: "Send",
  unread: "unread",
  chatSays: (name: string, text: string) => `${name} says: ${text}`,
  you: "you",
  present: (here: boolean) => (here ? "at the table" : "away"),
  computer: (kind: string) => `computer, ${kind}`,
  done: "has decided",
  counted: "What was counted",
  countedStep: (text: string, points: number) => `${capital(text)}: ${some(points, "point")}.`,
  earned: (points: number) => (points < 0 ? `−${-points}` : `+${points}`),
  whyScore: "Why this score?",
  scoreOf: (name: string) => `The score of ${name}`,
  noPoints: "No points.",

  // the past
  positionOf: (at: number, of: number) => `After move ${at} of ${of}`,
  position: "Position",
  beginning: "The beginning",
  earlier: "One move earlier",
  later: "One move later",
  backToNow: "Back to now",
  replay: "Replay",
  replayTitle: (title: string) => (title ? `Replay: ${title}` : "Replay"),
  eyesOf: "Seen by",
  spectator: "a spectator",
  playOn: "Play on",
  pause: "Pause",
  howItStands: "How it stands",
  toTable: "To the table",

  // pieces of one's own
  pieces: {
    playedWith: (box: string) =>
      box ? `Played with pieces of ${box}'s box` : "Played with corrected pieces",
    ofThis: (title: string) => `You are invited to ${title}.`,
    download: "Look at the file with these pieces",
    own: "Use my own pieces",
    says: "Is something different in your box? Put it right in a file, and play with that.",
    which: "Pieces",
    printed: "As they come with Spinney",
    here: (hash: string) => `As this server has them · ${hash}`,
    choose: "Take a file",
    chosen: (name: string) => `${name}: these pieces can be played with.`,
    change: "Look at the pieces, change them, try them",
    trying: "Trying them out …",
    tooLarge: (kib: number) => `This file is too large: ${kib} KiB is the most.`,
    mistake: (entry: string, field: string, line: number) =>
      [line ? `Line ${line}` : "", entry ? `“${entry}”` : "", field ? `“${field}”` : ""]
        .filter(Boolean)
        .join(", "),
    cannot: "You cannot play with this file.",
    showLine: "Show me the line",

    title: (title: string) => `The pieces of ${title}`,
    intro: [
      "This is what we know of the pieces in the box. Some of it we had to guess: there it says “reconstruction”.",
      "You have the box, so you know better. Change the words and numbers after the = signs, try it, and keep it.",
      "Then you can play with your own pieces, and everybody at the table sees that you do.",
    ],
    theFile: "The file",
    keepOurs: "Download our file",
    keepThis: "Download what stands here",
    open: "Open a file",
    again: "Begin again with ours",
    name: "Name of your box",
    usualName: (name: string) => `${name}'s box`,
    check: "Check",
    keep: "Keep it",
    tryIt: "Try it at a table",
    fine: "These pieces can be played with.",
    same: "They are the same as ours.",
    changed: (n: number) => `You changed ${some(n, "thing")}:`,
    nothing: "nothing",
    kept: "It is kept.",
    mine: "Your files",
    none: "You keep no file for this game yet.",
    since: (date: string) => `kept on ${date}`,
    look: "Open",
    lookAt: (name: string) => `Open ${name}`,
    drop: "Take away",
    dropOf: (name: string) => `Take away ${name}`,
    noGame: "There is no such game",
  },

  // passing the screen
  passTo: (name: string) => `Pass the screen to ${name}`,
  passSays: "The hands stay hidden until then.",
  iAm: (name: string) => `I am ${name}`,

  // the end
  result: "Result",
  youWin: "You win",
  wins: (name: string) => `${name} wins`,
  youLose: "Not this time",
  nobodyWins: "Nobody wins",
  tie: "A tie",
  winner: "Winner",
  rematch: "Play again",
  joinRematch: "On to the next game",
  watchReplay: "Watch the replay",
  shareReplay: "Share the replay",
  toShelf: "To the shelf",
  fairDeal: "Was it dealt fairly?",
  fairSays:
    "Before anybody saw a card, the server fixed a secret and showed its seal. Then the browser of " +
    "each player added random numbers of its own. The deal comes from all of them together, so " +
    "nobody could choose it. Anyone with the record can check this with “spinney verify”.",
  fairSaysSeed:
    "Before anybody saw a card, the server fixed a secret and showed its seal. The deal comes from " +
    "that secret. Anyone with the record can check this with “spinney verify”.",
  fairVerdict: {
    checked: "Your browser has checked it: the deal is the one that was promised.",
    wrong: "Your browser has checked it: this is not the deal that was promised!",
  },
  commitmentSays:
    "The server has fixed a secret, and the browser of each player adds random numbers of its own. " +
    "The deal comes from all of them together. This is the seal of the secret; the secret is shown " +
    "when the game is over.",
  shareOf: (name: string) => `Added by ${name}`,
  almostThere: "Almost there",
  dealtLater: "The game is dealt when everybody is here.",
  commitment: "Seal",
  secret: "Secret",
  seed: "Seed",
  download: "Download the record",

  // a table that can only be read
  archived: "Only to read",
  cannotGoOn: "This game cannot go on here",
  archivedHalf: (why: "log" | "rules" | "shelf", title: string) =>
    ({
      rules: `It was started with an older version of ${title}, and the rules are different now.`,
      shelf: `${title} is not on the shelf any more.`,
      log: "A part of the saved game is damaged.",
    })[why] + " You can still read what happened and keep it.",
  archivedEnd: (why: "log" | "rules" | "shelf", title: string) =>
    ({
      rules: `This game was played with an older version of ${title}.`,
      shelf: `${title} is not on the shelf any more.`,
      log: "A part of the saved game is damaged.",
    })[why] + " You can read everything, but not watch it move by move.",
  canGoOn: (version: string) =>
    `With Spinney ${version} it could go on: ask whoever runs this server.`,
  askForCopy: "Whoever runs this server may have a copy that is whole.",
  canReplay: (version: string) => `Spinney ${version} can show it move by move.`,
  noResult: "The result was not written down.",
  written: (more: boolean, open: boolean, mine: boolean) =>
    open
      ? `${more ? "The rest" : "The moves"}, as they were written down:`
      : mine
        ? `${more ? "Your moves after that" : "Your moves"}, as they were written down. ` +
          "The other players' moves stay hidden, because the game is not over."
        : `The ${more ? "other " : ""}moves stay hidden, because the game is not over.`,

  // settings
  theme: "Theme",
  themeName: among({
    system: "As the system",
    light: "Light",
    dark: "Dark",
    contrast: "High contrast",
  }),
  textSize: "Text size",
  motion: "Motion",
  motionName: among({ system: "As the system", full: "Full", none: "None" }),
  speed: "Moves of others",
  speedName: among({ "1": "One by one", "4": "Four times as fast", skip: "At once" }),
  askBefore: "Ask before playing",
  askName: among({
    unsafe: "If it cannot be taken back",
    always: "Always",
    never: "Never",
  }),
  sound: "Sound",
  soundSays: "Cards on the table, and two notes when it is your turn.",
  notes: "Notifications",
  notesSay: "When it is your turn and this page is out of sight.",
  keys: "Single keys",
  keysSay:
    "1–9 choose a line of the list, R turns a piece, + and − look closer or farther, 0 shows the whole board.",

  // trouble
  loading: "One moment …",
  connectionLost: "The connection is lost. Trying again …",
  tryNow: "Try now",
  outdated: "There is a newer version of this page.",
  reload: "Load it",
  unreachable: "The server cannot be reached.",
  failed: (status: number) => `That did not work (${status}).`,
  cannotOpen: "This table cannot be opened now",
  noTable: "No such table",
  noTableSays: "The link may be old, or meant for somebody else.",
};

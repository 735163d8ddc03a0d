/** The name of a heading in an address: "What is known" → "what-is-known"; "R1.1" stays. */
export function anchor(heading: string): string {
  const rule = /^R\d+(\.\d+)*/.exec(heading);
  return rule
    ? rule[0]
    : heading
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "");
}

/** Where the rules of a game are, or a place in them. */
export function rulesLink(game: string, section = ""): string {
  const place = anchor(section);
  return `/rules/${encodeURIComponent(game)}${place ? `#${place}` : ""}`;
}

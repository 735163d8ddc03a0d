/** The page that the address names. */
export type Route =
  | { page: "shelf" }
  | { page: "table"; table: string }
  | { page: "join"; table: string; invite: string }
  | { page: "replay"; table: string }
  | { page: "pieces"; game: string }
  | { page: "rules"; game: string; section: string };

export function read(path: string, hash: string): Route {
  const [page, table] = path.split("/").filter(Boolean).map(decodeURIComponent);
  if (page === "table" && table) return { page, table };
  if (page === "replay" && table) return { page, table };
  if (page === "pieces" && table) return { page, game: table };
  if (page === "join" && table) return { page, table, invite: hash.replace(/^#/, "") };
  if (page === "rules" && table)
    return { page, game: table, section: decodeURIComponent(hash.replace(/^#/, "")) };
  return { page: "shelf" };
}

const now = $state({ route: read(location.pathname, location.hash) });

export function route(): Route {
  return now.route;
}

export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  now.route = read(location.pathname, location.hash);
}

addEventListener("popstate", arrive);
addEventListener("hashchange", arrive);

/** Follow links inside the client without loading the page again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = (event.target as Element).closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download"))
    return;
  if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname))
    return;
  event.preventDefault();
  go(link.pathname + link.hash);
}

/** Words that this browser remembers about its newest tables, by table and name. */
export class Memory {
  constructor(
    private readonly key: string,
    private readonly newest = 30,
  ) {}

  of(table: string): Record<string, string> {
    return this.all()[table] ?? {};
  }

  add(table: string, more: Record<string, string>): void {
    if (!Object.keys(more).length) return;
    const { [table]: known, ...others } = this.all();
    const kept = Object.entries({ ...others, [table]: { ...known, ...more } }).slice(-this.newest);
    try {
      localStorage.setItem(this.key, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      // a browser that remembers nothing: only what is on the page is known
    }
  }

  private all(): Record<string, Record<string, string>> {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "{}") as ReturnType<Memory["all"]>;
    } catch {
      return {};
    }
  }
}

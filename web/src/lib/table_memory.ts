/** Strings stored in this browser for its newest tables, by table and name. */
export class TableMemory {
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
      // without storage they are lost with the page
    }
  }

  private all(): Record<string, Record<string, string>> {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "{}") as ReturnType<TableMemory["all"]>;
    } catch {
      return {};
    }
  }
}

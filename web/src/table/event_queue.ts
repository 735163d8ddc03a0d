/**
 * Shows events one after the other, with a pause between them for reading. Events that arrive
 * meanwhile wait in the queue. Skipping shows the rest without pauses.
 */
export class EventQueue<T> {
  private readonly queue: T[] = [];
  private running = false;
  private skipping = false;
  private wake: (() => void) | null = null;

  constructor(
    private readonly show: (item: T, fast: boolean) => Promise<void>,
    private readonly pause: (item: T) => number,
    private readonly changed: (waiting: number) => void,
  ) {}

  push(item: T): void {
    this.queue.push(item);
    this.changed(this.waiting);
    if (!this.running) void this.run();
  }

  get waiting(): number {
    return this.queue.length + (this.running ? 1 : 0);
  }

  /** Show the rest at once. */
  skip(): void {
    if (!this.running) return;
    this.skipping = true;
    this.wake?.();
  }

  clear(): void {
    this.queue.length = 0;
    this.skip();
  }

  private async run(): Promise<void> {
    this.running = true;
    for (let item = this.queue.shift(); item !== undefined; item = this.queue.shift()) {
      await this.show(item, this.skipping);
      this.changed(this.waiting);
      const pause = this.queue.length && !this.skipping ? this.pause(item) : 0;
      if (pause > 0) await this.rest(pause);
    }
    this.running = false;
    this.skipping = false;
    this.changed(0);
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        done();
      };
    });
  }
}

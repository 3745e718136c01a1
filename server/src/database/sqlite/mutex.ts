/** Lends one thing to one user at a time, in the order of asking. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #users = 0;

  /** Whether nobody has it or waits for it. */
  get isFree(): boolean {
    return this.#users === 0;
  }

  /** Resolves when it is the caller's turn, with what ends that turn. */
  async acquire(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#last = promise;
    this.#users += 1;
    await before;
    return () => {
      this.#users -= 1;
      resolve(undefined);
    };
  }
}

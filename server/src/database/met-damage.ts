/** A statement that met damage fails again for whoever reads the same page; others go on as if nothing were wrong. */
const rememberedMs = 10 * 60_000;

/** Remembers that a statement met damage in the database, so that a check of it fails for a while. */
export class MetDamage {
  #error: Error | undefined;
  #at = -Infinity;

  note(error: Error): void {
    this.#error = error;
    this.#at = performance.now();
  }

  /** Throws while damage was met of late. */
  refuse(): void {
    if (this.#error === undefined || performance.now() - this.#at > rememberedMs) return;
    throw new Error('A statement met damage in the database', { cause: this.#error });
  }
}

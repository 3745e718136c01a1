/** Something may have happened, or may not, and who knows is gone. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('It is not known whether this was done', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/**
 * Sealed bytes are not what was written: changed, cut, moved, or opened with another key. Nothing
 * that was being opened may be used.
 */
export class IntegrityError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'IntegrityError';
  }
}

/** Sealed bytes are not there at all. */
export class MissingBytesError extends IntegrityError {
  readonly isMissing = true;
}

/** A row whose authentication code is missing or wrong. */
export interface TamperedRow {
  table: 'api_keys' | 'dispatch_receivers';
  id: string;
}

/**
 * Authenticates the rows that say who may read what, so that whoever can write to the database, but
 * does not have the key, can neither redirect what was sent nor lend a key.
 */
export interface RowBinding {
  /** The code over these fields: another list of fields never has the same one. */
  codeOf(...fields: readonly (string | Uint8Array)[]): Buffer;
  isCodeOf(code: Uint8Array, ...fields: readonly (string | Uint8Array)[]): boolean;
  /** Called with each row that is refused. It must not throw. */
  onTampered(row: TamperedRow): void;
}

/** Hands what is found to be tampered with to whoever listens last. */
export interface TamperingWatch {
  report(row: TamperedRow): void;
  listen(listener: (row: TamperedRow) => void): void;
}

export function createTamperingWatch(): TamperingWatch {
  let heard: ((row: TamperedRow) => void) | undefined;
  return {
    report: (row) => heard?.(row),
    listen(listener) {
      heard = listener;
    },
  };
}

import type { RequestBody } from './request-body.ts';

/** Where a part is kept until the store has acknowledged it. */
export interface PartPlace {
  write(pieces: readonly Uint8Array[], position: number): Promise<void>;
  /** The first so many bytes, as often as asked for. */
  read(bytes: number): RequestBody;
  /** Must be called once, when nothing reads the part any more. */
  release(): void;
}

import { idPattern } from '../domain/model/ids.ts';

/** Keys are made by this program, so a wrong one is a bug and is stopped before it becomes a path. */
export function refuseForeignKey(key: string): void {
  if (!idPattern.test(key)) throw new Error(`Not a blob key: ${JSON.stringify(key)}`);
}

export function refuseBackwardRange(start: number, end: number): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`Not a byte range: ${start} to ${end}`);
  }
}

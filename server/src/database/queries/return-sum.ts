import type { ReturnSum } from '../../domain/model/dispatch.ts';

/** The sum of no rows is NULL. */
export function returnSumOf(
  row:
    { returns: number | string; files: number | string; bytes: number | string | null } | undefined,
): ReturnSum {
  return {
    returns: Number(row?.returns ?? 0),
    files: Number(row?.files ?? 0),
    bytes: Number(row?.bytes ?? 0),
  };
}

/** `ENOENT` and its like, or undefined for an error that no system call raised. */
export function systemErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

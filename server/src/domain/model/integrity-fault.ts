/** Whether what was stored failed its check: it was changed, cut, or its key is gone. */
export function isIntegrityFault(error: unknown): boolean {
  return error instanceof Error && error.name === 'IntegrityError';
}

/** Whether nothing is stored where something should be, which is known before the first byte is read. */
export function isMissingBytes(error: unknown): boolean {
  return error instanceof Error && 'isMissing' in error && error.isMissing === true;
}

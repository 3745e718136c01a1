/** Whether what was stored failed its check: it was changed, cut, or its key is gone. */
export function isIntegrityFault(error: unknown): boolean {
  return error instanceof Error && error.name === 'IntegrityError';
}

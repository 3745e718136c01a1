/**
 * What a transfer cannot do without, each measured alone. Up: take bytes off a socket through an
 * HTTP server, look for a boundary in them, encrypt, hash, write. Down: read, decrypt and verify,
 * send through an HTTP server.
 */
export const uploadParts = ['receive', 'parse', 'seal', 'hash', 'write'] as const;
export const downloadParts = ['read', 'open', 'send'] as const;

/**
 * Those that need no client, and so no server. `savable-hash` takes the place of `hash` in resumable
 * uploads, where several servers use one database.
 */
export const computedParts = [
  'parse',
  'seal',
  'hash',
  'savable-hash',
  'write',
  'read',
  'open',
] as const;
export type ComputedPart = (typeof computedParts)[number];

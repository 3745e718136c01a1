import { keyOperations } from './keys.ts';
import type { Operations } from './operation.ts';
import { passkeyOperations } from './passkeys.ts';
import { settingsOperations } from './settings.ts';

/** Everything that the server can do over HTTP. */
export const groups = {
  keys: keyOperations,
  passkeys: passkeyOperations,
  settings: settingsOperations,
} satisfies Record<string, Operations>;

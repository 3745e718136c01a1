import { keyOperations } from './keys.ts';
import type { Operations } from './operation.ts';
import { settingsOperations } from './settings.ts';

/** Everything that the server can do over HTTP. */
export const groups = {
  keys: keyOperations,
  settings: settingsOperations,
} satisfies Record<string, Operations>;

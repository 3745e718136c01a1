import type { Passkey } from '../../../domain/model/passkey.ts';
import { factsLine } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import type { PageReader } from './frame.ts';
import { whenIn } from './when.ts';

/** When a passkey was added, and used last. */
export function passkeyFacts({ createdAt, lastUsedAt }: Passkey, reader: PageReader): Html {
  const { say } = reader;
  return factsLine([
    whenIn(reader, createdAt, (date) => say('passkeys.addedOn', { date })),
    lastUsedAt === undefined
      ? say('passkeys.neverUsed')
      : whenIn(reader, lastUsedAt, (date) => say('passkeys.lastUsed', { date })),
  ]);
}

import { statSync } from 'node:fs';

import type { KeyBucket } from '../domain/model/key-ring.ts';
import { ValiseError, systemFault } from '../domain/model/valise-error.ts';
import type { OpenedKeyring } from '../sealing/crypto/keyring-format.ts';
import { openKeyring } from '../sealing/crypto/keyring-format.ts';
import { IntegrityError } from '../sealing/crypto/sealed-format.ts';
import { keyringPath } from './file-keyring-storage.ts';
import { identityOf, readPrivateFileSync } from './private-files.ts';

const unreadable = 'The server cannot read its keys at the moment. Please try again later.';

/** Reads the keyring again when it was replaced, and once more before a bucket counts as destroyed. */
export function watchKeyring(dir: string, ringKey: Buffer): (needed?: KeyBucket) => OpenedKeyring {
  const path = keyringPath(dir);

  function read(): { opened: OpenedKeyring; identity: string } {
    const { content, identity } = readPrivateFileSync(path);
    try {
      return { opened: openKeyring(ringKey, content), identity };
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      const message = `${path} is not the keyring that this server was started with.`;
      throw new ValiseError('key_wrong', message, { cause: error });
    }
  }

  let known = read();
  return (needed) => {
    try {
      const isReplaced = identityOf(statSync(path)) !== known.identity;
      const isMissing = needed !== undefined && !known.opened.keyring.keys.has(needed);
      if (isReplaced || isMissing) known = read();
    } catch (error) {
      throw systemFault(error, { noRoom: unreadable, broken: unreadable });
    }
    return known.opened;
  };
}

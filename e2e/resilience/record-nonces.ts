/**
 * Loaded into a server before its own code: writes down, for every encryption, which key and nonce
 * it was made with, as a hash on a line of the file that `NONCE_LOG` names.
 */
import crypto, { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const log = process.env['NONCE_LOG'] ?? '';
const original = crypto.createCipheriv;

Object.assign(crypto, {
  createCipheriv: (...parameters: Parameters<typeof original>) => {
    const [, key, nonce] = parameters;
    if (!Buffer.isBuffer(key) || !Buffer.isBuffer(nonce)) throw new Error('Not to be told apart');
    const pair = createHash('sha256').update(key).update(nonce).digest('base64url');
    // At once: a killed process writes nothing later.
    appendFileSync(log, `${pair}\n`);
    return original(...parameters);
  },
});
syncBuiltinESMExports();

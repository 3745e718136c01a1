import type { KeyObject } from 'node:crypto';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Algorithm } from './webauthn.ts';
import { algorithms } from './webauthn.ts';

export const origin = 'https://files.example.com';
export const rpId = 'files.example.com';

export const flagBytes = { present: 1, verified: 4, mayBeBackedUp: 8, backedUp: 16, attested: 64 };

/** What an authenticator and its browser say; each part can be changed before it is signed. */
export interface Said {
  type: string;
  challenge: string;
  origin: string;
  rpId: string;
  flags: number;
  counter: number;
  crossOrigin?: unknown;
  topOrigin?: unknown;
  /** Changes the bytes of the authenticator data before they are signed. */
  change?: (data: Buffer) => Buffer;
}

export type SoftwareAuthenticator = ReturnType<typeof createAuthenticator>;

/** A software authenticator with one credential, and the browser in front of it. */
export function createAuthenticator(
  algorithm: Algorithm,
  label = 'credential',
  { publicKey, privateKey } = keyPair(algorithm),
) {
  const id = createHash('sha256').update(label).digest();
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const cose = coseOf(publicKey, algorithm);

  function dataOf(said: Said, attested: Buffer): Buffer {
    const head = Buffer.alloc(37);
    createHash('sha256').update(said.rpId).digest().copy(head);
    head.writeUInt8(said.flags, 32);
    head.writeUInt32BE(said.counter, 33);
    const data = Buffer.concat([head, attested]);
    return said.change?.(data) ?? data;
  }

  return {
    id: id.toString('base64url'),
    algorithm,
    publicKey: spki,
    cose,

    create(said: Partial<Said> & { challenge: string }) {
      const whole = {
        type: 'webauthn.create',
        origin,
        rpId,
        flags: flagBytes.present | flagBytes.verified | flagBytes.attested,
        counter: 0,
        ...said,
      };
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = dataOf(whole, Buffer.concat([Buffer.alloc(16), length, id, cose]));
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataOf(whole).toString('base64url'),
          authenticatorData: data.toString('base64url'),
          attestationObject: attestationOf(data).toString('base64url'),
          publicKey: spki.toString('base64url'),
          publicKeyAlgorithm: algorithm as number,
          transports: ['internal' as const],
        },
      };
    },

    get(said: Partial<Said> & { challenge: string; userHandle?: string }) {
      const whole = {
        type: 'webauthn.get',
        origin,
        rpId,
        flags: flagBytes.present | flagBytes.verified,
        counter: 1,
        ...said,
      };
      const data = dataOf(whole, Buffer.alloc(0));
      const clientData = clientDataOf(whole);
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
      const hash = algorithm === algorithms.EdDSA ? null : 'sha256';
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign(hash, signed, privateKey).toString('base64url'),
          ...(said.userHandle === undefined ? {} : { userHandle: said.userHandle }),
        },
      };
    },
  };
}

function clientDataOf({ type, challenge, origin: from, crossOrigin, topOrigin }: Said): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin, topOrigin }));
}

function keyPair(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === algorithms.ES256) return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === algorithms.EdDSA) return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** The key in CBOR, as an authenticator writes it. */
function coseOf(key: KeyObject, algorithm: Algorithm): Buffer {
  const { x = '', y = '', n = '' } = key.export({ format: 'jwk' });
  const part = (head: string, number: string) =>
    Buffer.concat([Buffer.from(head, 'hex'), Buffer.from(number, 'base64url')]);
  if (algorithm === algorithms.ES256) {
    return Buffer.concat([part('a5010203262001215820', x), part('225820', y)]);
  }
  if (algorithm === algorithms.EdDSA) return part('a4010103272006215820', x);
  return Buffer.concat([part('a401030339010020590100', n), Buffer.from('2143010001', 'hex')]);
}

/** `{ fmt: 'none', attStmt: {}, authData }` in CBOR. */
function attestationOf(data: Buffer): Buffer {
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([head, length, data]);
}

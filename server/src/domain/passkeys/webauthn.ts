import type { KeyObject } from 'node:crypto';
import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * Verifies what `PublicKeyCredential.toJSON()` of a browser returns, with attestation `none`. The browser
 * decodes the key and the authenticator data, so that nothing here reads CBOR.
 */

/** The algorithms that are offered, in the order of preference, by their COSE numbers. */
export const algorithms = { ES256: -7, EdDSA: -8, RS256: -257 } as const;
export type Algorithm = (typeof algorithms)[keyof typeof algorithms];

/** What a response must be about. */
export interface Expected {
  /** Whether the challenge, in base64url, is one that was made for this ceremony. */
  isChallenge: (challenge: string) => boolean;
  /** Such as `https://files.example.com`. */
  origin: string;
  /** The host name that the credential belongs to. */
  rpId: string;
}

/** A credential as its authenticator described it. */
export interface NewCredential {
  /** In base64url. */
  id: string;
  /** SPKI, DER. */
  publicKey: Buffer;
  algorithm: Algorithm;
  counter: number;
  /** Whether it is copied to other devices of its owner. */
  isBackedUp: boolean;
  challenge: string;
}

/** What is known of a credential that signs in. */
export interface KnownCredential {
  id: string;
  publicKey: Buffer;
  algorithm: Algorithm;
  counter: number;
}

export interface Assertion {
  counter: number;
  challenge: string;
  /** In base64url; what the authenticator was told to call the account by. Undefined where it does not say. */
  userHandle: string | undefined;
}

export type Refusal =
  | 'malformed'
  | 'type'
  | 'challenge'
  | 'origin'
  | 'rp_id'
  | 'not_present'
  | 'not_verified'
  | 'backup_flags'
  | 'algorithm'
  | 'key'
  | 'credential'
  | 'signature'
  | 'counter';

/** A response that does not prove what it should. */
export class PasskeyRefused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(`The passkey was refused: ${reason}`);
    this.name = 'PasskeyRefused';
    this.reason = reason;
  }
}

/** Verifies a new credential; throws `PasskeyRefused`. */
export function verifyRegistration(response: unknown, expected: Expected): NewCredential {
  const { id, fields } = readCredential(response);
  const { challenge } = verifyClientData(
    bytesOf(fields.clientDataJSON),
    'webauthn.create',
    expected,
  );
  const data = verifyAuthenticatorData(bytesOf(fields.authenticatorData), expected);
  refuseUnless(data.attested !== undefined && data.attested.id === id, 'credential');
  const algorithm = Object.values(algorithms).find((each) => each === fields.publicKeyAlgorithm);
  refuseUnless(algorithm !== undefined, 'algorithm');
  const publicKey = bytesOf(fields.publicKey);
  const { counter, isBackedUp, attested, hasExtensions } = data;
  const cose = coseKeyOf(keyOf(publicKey, algorithm), algorithm);
  refuseUnless(attested.keyAndRest.subarray(0, cose.length).equals(cose), 'key');
  refuseUnless(hasExtensions === attested.keyAndRest.length > cose.length, 'malformed');
  return { id, publicKey, algorithm, counter, isBackedUp, challenge };
}

/** The id of the credential that a response claims to be of; undefined for something else. */
export function credentialIdOf(response: unknown): string | undefined {
  try {
    return readCredential(response).id;
  } catch (error) {
    if (error instanceof PasskeyRefused) return undefined;
    throw error;
  }
}

/** Verifies a signature by a known credential; throws `PasskeyRefused`. */
export function verifyAssertion(
  response: unknown,
  known: KnownCredential,
  expected: Expected,
): Assertion {
  const { id, fields } = readCredential(response);
  refuseUnless(id === known.id, 'credential');
  const clientData = bytesOf(fields.clientDataJSON);
  const { challenge } = verifyClientData(clientData, 'webauthn.get', expected);
  const authenticatorData = bytesOf(fields.authenticatorData);
  const { counter } = verifyAuthenticatorData(authenticatorData, expected);
  const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
  const key = keyOf(known.publicKey, known.algorithm);
  const hash = known.algorithm === algorithms.EdDSA ? null : 'sha256';
  refuseUnless(verify(hash, signed, key, bytesOf(fields.signature)), 'signature');
  // Authenticators without a counter always say 0. A counter that stands still may be that of a copy.
  refuseUnless(counter > known.counter || (counter === 0 && known.counter === 0), 'counter');
  const { userHandle } = fields;
  refuseUnless(userHandle === undefined || userHandle === null || isText(userHandle), 'malformed');
  return { counter, challenge, userHandle: isText(userHandle) ? userHandle : undefined };
}

function refuseUnless(isFine: boolean, reason: Refusal): asserts isFine {
  if (!isFine) throw new PasskeyRefused(reason);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Larger than any credential id that an authenticator may choose. */
const maxIdCharacters = 1364;
const base64url = /^[A-Za-z0-9_-]+$/;

function bytesOf(value: unknown): Buffer {
  refuseUnless(typeof value === 'string' && base64url.test(value), 'malformed');
  return Buffer.from(value, 'base64url');
}

function readCredential(value: unknown): { id: string; fields: Record<string, unknown> } {
  refuseUnless(isObject(value) && isObject(value.response), 'malformed');
  const { id, rawId, type, response } = value;
  refuseUnless(isText(id) && id.length <= maxIdCharacters && id === rawId, 'malformed');
  refuseUnless(base64url.test(id) && type === 'public-key', 'malformed');
  return { id, fields: response };
}

function verifyClientData(bytes: Buffer, type: string, expected: Expected): { challenge: string } {
  const data = parseJson(bytes);
  refuseUnless(isObject(data), 'malformed');
  refuseUnless(data.type === type, 'type');
  const { challenge } = data;
  refuseUnless(isText(challenge) && expected.isChallenge(challenge), 'challenge');
  // Nobody frames our pages, so that a response from within a frame is not ours.
  const isFramed = data.crossOrigin === true || data.topOrigin !== undefined;
  refuseUnless(data.origin === expected.origin && !isFramed, 'origin');
  return { challenge };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new PasskeyRefused('malformed');
  }
}

const flags = {
  present: 1,
  verified: 4,
  mayBeBackedUp: 8,
  backedUp: 16,
  attested: 64,
  extensions: 128,
};
const fixedBytes = 37;
const aaguidBytes = 16;

/** https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
function verifyAuthenticatorData(bytes: Buffer, { rpId }: Expected) {
  refuseUnless(bytes.length >= fixedBytes, 'malformed');
  refuseUnless(bytes.subarray(0, 32).equals(sha256(rpId)), 'rp_id');
  const byte = bytes.readUInt8(32);
  const has = (flag: number) => (byte & flag) !== 0;
  refuseUnless(has(flags.present), 'not_present');
  refuseUnless(has(flags.verified), 'not_verified');
  const isBackedUp = has(flags.backedUp);
  refuseUnless(has(flags.mayBeBackedUp) || !isBackedUp, 'backup_flags');
  const rest = bytes.subarray(fixedBytes);
  const hasRest = has(flags.attested) || has(flags.extensions);
  refuseUnless(hasRest === rest.length > 0, 'malformed');
  const attested = has(flags.attested) ? readAttested(rest) : undefined;
  const hasExtensions = has(flags.extensions);
  return { counter: bytes.readUInt32BE(33), isBackedUp, attested, hasExtensions };
}

function readAttested(bytes: Buffer): { id: string; keyAndRest: Buffer } {
  const start = aaguidBytes + 2;
  refuseUnless(bytes.length > start, 'malformed');
  const end = start + bytes.readUInt16BE(aaguidBytes);
  refuseUnless(bytes.length > end, 'malformed');
  return { id: bytes.subarray(start, end).toString('base64url'), keyAndRest: bytes.subarray(end) };
}

const minRsaBits = 2048;

/** The key, if it is one that the algorithm uses. */
function keyOf(spki: Buffer, algorithm: Algorithm): KeyObject {
  const key = parseKey(spki);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key;
  const fits = {
    [algorithms.ES256]: type === 'ec' && details.namedCurve === 'prime256v1',
    [algorithms.EdDSA]: type === 'ed25519',
    [algorithms.RS256]: type === 'rsa' && (details.modulusLength ?? 0) >= minRsaBits,
  };
  refuseUnless(fits[algorithm], 'key');
  return key;
}

function parseKey(spki: Buffer): KeyObject {
  try {
    return createPublicKey({ key: spki, format: 'der', type: 'spki' });
  } catch {
    throw new PasskeyRefused('key');
  }
}

/**
 * The key as it stands in authenticator data: a COSE_Key in the canonical CBOR of CTAP2, which leaves one way
 * to write it.
 */
function coseKeyOf(key: KeyObject, algorithm: Algorithm): Buffer {
  const { x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const parts = {
    [algorithms.ES256]: ['a501020326200121', byteString(x), '22', byteString(y)],
    [algorithms.EdDSA]: ['a401010327200621', byteString(x)],
    [algorithms.RS256]: ['a401030339010020', byteString(n), '21', byteString(e)],
  };
  return Buffer.from(parts[algorithm].join(''), 'hex');
}

/** Bytes of base64url as a byte string of CBOR, in hexadecimal. */
function byteString(text: string): string {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const length = hex.length / 2;
  if (length < 24) return (0x40 + length).toString(16) + hex;
  if (length < 256) return `58${length.toString(16)}${hex}`;
  return `59${length.toString(16).padStart(4, '0')}${hex}`;
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

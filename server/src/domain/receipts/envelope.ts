import type { KeyObject } from 'node:crypto';
import { createPublicKey, hash, verify } from 'node:crypto';
import type { ReceiptKey } from '../ports/receipt-key.ts';

/** A signed statement, as DSSE (Dead Simple Signing Envelope, version 1) writes it. */
export interface Envelope {
  payloadType: string;
  /** The bytes that are signed, in base64. */
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

/** The media type of a statement of ours. It is signed, too. */
const statementType = 'application/vnd.valise.receipt+json';

/** SHA-256 of the public key as SubjectPublicKeyInfo in DER, in hexadecimal digits. */
function keyIdOf(publicKey: Buffer): string {
  return hash('sha256', publicKey, 'hex');
}

/** What is signed: DSSE calls it the pre-authentication encoding. */
function encoded(payloadType: string, payload: Buffer): Buffer {
  const type = Buffer.from(payloadType);
  const head = `DSSEv1 ${type.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

export function signStatement(key: ReceiptKey, statement: object): Envelope {
  const payload = Buffer.from(JSON.stringify(statement));
  const signature = key.sign(encoded(statementType, payload));
  return {
    payloadType: statementType,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyIdOf(key.publicKey), sig: signature.toString('base64') }],
  };
}

/** The bytes of a statement that one of the keys signed, and that key; undefined where none did. */
export function openEnvelope(
  { payloadType, payload, signatures }: Envelope,
  keys: readonly KeyObject[],
): { payload: Buffer; keyId: string } | undefined {
  const bytes = Buffer.from(payload, 'base64');
  const message = encoded(payloadType, bytes);
  for (const key of keys) {
    const isSigned = ({ sig }: { sig: string }) =>
      verify(null, message, key, Buffer.from(sig, 'base64'));
    if (payloadType === statementType && signatures.some(isSigned)) {
      const keyId = keyIdOf(key.export({ format: 'der', type: 'spki' }));
      return { payload: bytes, keyId };
    }
  }
  return undefined;
}

/** Undefined for what is no envelope. */
export function parseEnvelope(text: string): Envelope | undefined {
  const { payloadType, payload, signatures } = fieldsOf(parseJson(text));
  if (typeof payloadType !== 'string' || typeof payload !== 'string') return undefined;
  if (!Array.isArray(signatures)) return undefined;
  const read: Envelope['signatures'] = [];
  for (const each of signatures as unknown[]) {
    const { keyid = '', sig } = fieldsOf(each);
    if (typeof keyid !== 'string' || typeof sig !== 'string') return undefined;
    read.push({ keyid, sig });
  }
  return { payloadType, payload, signatures: read };
}

/** The public keys of an installation, as its well-known address has them. */
export interface KeyList {
  keys: {
    keyid: string;
    algorithm: 'Ed25519';
    /** SubjectPublicKeyInfo in PEM. */
    public_key: string;
    /** From when on it signed; null: from the beginning. */
    from: string | null;
    /** Until when it signed; null: it still does. */
    until: string | null;
  }[];
}

export function keyListOf({ publicKey }: ReceiptKey): KeyList {
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  return {
    keys: [
      {
        keyid: keyIdOf(publicKey),
        algorithm: 'Ed25519',
        public_key: key.export({ format: 'pem', type: 'spki' }),
        from: null,
        until: null,
      },
    ],
  };
}

/** The keys of a list, or the one in PEM; none where the text is neither. */
export function parseKeys(text: string): KeyObject[] {
  const { keys } = fieldsOf(parseJson(text));
  const written = Array.isArray(keys)
    ? keys.map((each: unknown) => fieldsOf(each)['public_key'])
    : [text];
  const parsed = written.flatMap((pem) => (typeof pem === 'string' ? (parsePem(pem) ?? []) : []));
  return parsed.filter(({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519');
}

function parsePem(pem: string): KeyObject | undefined {
  if (!pem.includes('BEGIN PUBLIC KEY')) return undefined;
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

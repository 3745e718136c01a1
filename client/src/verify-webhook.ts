import { ValiseMismatch } from './problem.ts';

export interface WebhookToVerify {
  /** The body as it came: bytes or text, not parsed. */
  body: string | Uint8Array;
  /** Of the request: `Headers`, or an object with names in lower case. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…` (HMAC) or `whpk_…` (Ed25519). During a rotation two. */
  secrets: readonly string[];
  /** Milliseconds since 1970; left out, the time of this machine. */
  now?: number;
}

const toleranceMs = 5 * 60 * 1000;

/**
 * Verifies a message by Standard Webhooks, `v1` and `v1a`, and returns it. Throws `ValiseMismatch` where no signature
 * fits, or where the message is more than five minutes old or ahead.
 */
export async function verifyWebhook<Message = unknown>({
  body,
  headers,
  secrets,
  now = Date.now(),
}: WebhookToVerify): Promise<Message> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headerIn(headers, name),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new ValiseMismatch('The request lacks the headers of a webhook.');
  }
  const at = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : NaN;
  if (!(Math.abs(now - at) <= toleranceMs)) {
    throw new ValiseMismatch('The webhook is not of the last five minutes.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  for (const signature of signatures.split(' ')) {
    const [version = '', written = ''] = signature.split(',');
    for (const secret of secrets) {
      if (await fits(version, bytesOf(written), secret, signed)) {
        return JSON.parse(new TextDecoder().decode(bytes)) as Message;
      }
    }
  }
  throw new ValiseMismatch('No signature of the webhook fits.');
}

async function fits(
  version: string,
  signature: Uint8Array<ArrayBuffer> | undefined,
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const isPublic = secret.startsWith('whpk_');
  const wanted = isPublic ? 'v1a' : 'v1';
  const key = bytesOf(secret.replace(/^wh(?:sec|pk)_/, ''));
  if (version !== wanted || signature === undefined || key === undefined) return false;
  const algorithm = isPublic ? { name: 'Ed25519' } : { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  // Compares in constant time.
  return await crypto.subtle.verify(algorithm.name, imported, signature, signed);
}

function headerIn(headers: WebhookToVerify['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Randomness } from '../../domain/model/ids.ts';
import type { Webhook } from '../../domain/model/webhook.ts';
import type { WebhookSecrets } from '../../domain/ports/webhook-secrets.ts';
import { frameFields, openBox, sealBox } from './sealed-format.ts';

const label = 'valise/webhook-secret/v1';
const secretBytes = 32;

/** Before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410). */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

type Owner = Pick<Webhook, 'id' | 'signature'>;

/** HMAC-SHA-256 under 32 random bytes, or Ed25519 with a key that they are. */
export function createWebhookSecrets(key: Buffer, randomness: Randomness): WebhookSecrets {
  const purposeOf = ({ id, signature }: Owner) => ({
    key,
    info: frameFields(label),
    additionalData: frameFields(id, signature),
  });
  return {
    make(webhook) {
      const secret = randomness.bytes(secretBytes);
      const sealed = sealBox(purposeOf(webhook), secret, randomness);
      return { sealed, shown: shownOf(webhook, secret) };
    },

    show: (webhook, sealed) => shownOf(webhook, openBox(purposeOf(webhook), sealed)),

    sign(webhook, sealed, text) {
      const secret = openBox(purposeOf(webhook), sealed);
      if (webhook.signature === 'hmac') {
        return `v1,${createHmac('sha256', secret).update(text).digest('base64')}`;
      }
      return `v1a,${sign(null, Buffer.from(text), privateKeyOf(secret)).toString('base64')}`;
    },
  };
}

function shownOf({ signature }: Owner, secret: Buffer): string {
  return signature === 'hmac'
    ? `whsec_${secret.toString('base64')}`
    : `whpk_${publicHalfOf(privateKeyOf(secret)).toString('base64')}`;
}

function privateKeyOf(secret: Buffer): KeyObject {
  const der = Buffer.concat([keyPrefix, secret]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

function publicHalfOf(privateKey: KeyObject): Buffer {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

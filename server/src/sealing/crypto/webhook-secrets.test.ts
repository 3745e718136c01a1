import assert from 'node:assert/strict';
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import type { WebhookId } from '../../domain/model/ids.ts';
import { systemRandomness } from '../../platform/system.ts';
import { idFor } from '../../testing/samples.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

const secrets = createWebhookSecrets(Buffer.alloc(32, 5), systemRandomness);
const id = idFor<WebhookId>('webhook');
const text = 'msg.1763480000.{"type":"drop.created"}';

test('the secret that is shown verifies what is signed', () => {
  const webhook = { id, signature: 'hmac' } as const;
  const { sealed, shown } = secrets.make(webhook);
  assert.match(shown, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const key = Buffer.from(shown.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(text).digest('base64');
  assert.equal(secrets.sign(webhook, sealed, text), `v1,${expected}`);
  assert.ok(!sealed.includes(key));
  assert.notEqual(secrets.make(webhook).shown, shown);
});

test('the public key that is shown verifies what is signed', () => {
  const webhook = { id, signature: 'ed25519' } as const;
  const { sealed, shown } = secrets.make(webhook);
  assert.match(shown, /^whpk_[A-Za-z0-9+/]{43}=$/);
  const x = Buffer.from(shown.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const [version, signature = ''] = secrets.sign(webhook, sealed, text).split(',');
  assert.equal(version, 'v1a');
  assert.ok(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64')));
});

test('a secret opens for its own webhook and its own kind of signature only', () => {
  const webhook = { id, signature: 'hmac' } as const;
  const { sealed } = secrets.make(webhook);
  const other = { ...webhook, id: idFor<WebhookId>('other') };
  assert.throws(() => secrets.sign(other, sealed, text));
  assert.throws(() => secrets.sign({ ...webhook, signature: 'ed25519' }, sealed, text));
});

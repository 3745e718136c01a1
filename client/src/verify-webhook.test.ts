import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { ValiseMismatch } from './problem.ts';
import { verifyWebhook } from './verify-webhook.ts';

/** The example of the Standard Webhooks specification's libraries. */
const example = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const now = Number(example.timestamp) * 1000;

function headersWith(signature: string, timestamp = example.timestamp): Record<string, string> {
  return {
    'webhook-id': example.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
}

describe('verifyWebhook', () => {
  const { body, secret } = example;
  const headers = headersWith(example.signature);

  async function assertRefused(given: Partial<Parameters<typeof verifyWebhook>[0]>, why: RegExp) {
    const wanted = { body, headers, secrets: [secret], now, ...given };
    await assert.rejects(verifyWebhook(wanted), (error: unknown) => {
      assert.ok(error instanceof ValiseMismatch);
      assert.match(error.message, why);
      return true;
    });
  }

  test('takes the example of the specification, from text, bytes and Headers', async () => {
    const expected = { test: 2432232314 };
    assert.deepEqual(await verifyWebhook({ body, headers, secrets: [secret], now }), expected);
    const bytes = Buffer.from(body);
    const real = new Headers(headers);
    assert.deepEqual(
      await verifyWebhook({ body: bytes, headers: real, secrets: [secret], now }),
      expected,
    );
  });

  test('takes either of two secrets, and either of two signatures', async () => {
    const other = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    await verifyWebhook({ body, headers, secrets: [other, secret], now });
    const two = headersWith(`v1,${'A'.repeat(43)}= ${example.signature}`);
    await verifyWebhook({ body, headers: two, secrets: [secret], now });
  });

  test('takes a signature by Ed25519 with the public key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const signed = Buffer.from(`${example.id}.${example.timestamp}.${body}`);
    const signature = sign(undefined, signed, privateKey).toString('base64');
    const secrets = [`whpk_${raw.toString('base64')}`];
    await verifyWebhook({ body, headers: headersWith(`v1a,${signature}`), secrets, now });
    await assertRefused({ headers: headersWith(`v1,${signature}`), secrets }, /No signature/);
    await assertRefused(
      { headers: headersWith(`v1a,${signature}`), secrets, body: `${body} ` },
      /No signature/,
    );
  });

  test('refuses another body, id, secret and version, and what is no signature', async () => {
    await assertRefused({ body: '{"test": 2432232315}' }, /No signature/);
    await assertRefused({ headers: { ...headers, 'webhook-id': 'msg_other' } }, /No signature/);
    await assertRefused({ secrets: ['whsec_AAAA'] }, /No signature/);
    await assertRefused({ secrets: [] }, /No signature/);
    const asOther = example.signature.replace('v1,', 'v1a,');
    for (const written of [asOther, 'v1,', 'v1,%%%', '', 'v1']) {
      await assertRefused({ headers: headersWith(written) }, /No signature/);
    }
    await assertRefused({ headers: {} }, /lacks the headers/);
  });

  test('refuses a message that is older or newer than five minutes', async () => {
    const at = 5 * 60 * 1000;
    await verifyWebhook({ body, headers, secrets: [secret], now: now + at });
    await verifyWebhook({ body, headers, secrets: [secret], now: now - at });
    await assertRefused({ now: now + at + 1 }, /last five minutes/);
    await assertRefused({ now: now - at - 1 }, /last five minutes/);
    for (const timestamp of ['', 'soon', '-1', '1e9']) {
      const key = Buffer.from(secret.slice(6), 'base64');
      const mac = createHmac('sha256', key).update(`${example.id}.${timestamp}.${body}`);
      const signed = headersWith(`v1,${mac.digest('base64')}`, timestamp);
      await assertRefused({ headers: signed }, /last five minutes/);
    }
  });
});

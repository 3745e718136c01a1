import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, test } from 'node:test';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import type { SoftwareAuthenticator } from './authenticator-fixture.ts';
import { createAuthenticator, flagBytes, origin, rpId } from './authenticator-fixture.ts';
import type { Algorithm, Refusal } from './webauthn.ts';
import {
  PasskeyRefused,
  algorithms,
  credentialIdOf,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts';

const challenge = Buffer.alloc(32, 7).toString('base64url');
const expected = { isChallenge: (said: string) => said === challenge, origin, rpId };

const authenticators = new Map(
  Object.values(algorithms).map((algorithm) => [algorithm, createAuthenticator(algorithm)]),
);

function authenticatorFor(algorithm: Algorithm): SoftwareAuthenticator {
  const found = authenticators.get(algorithm);
  assert.ok(found);
  return found;
}

function known(authenticator: SoftwareAuthenticator, counter = 0) {
  const { id, algorithm, publicKey } = authenticator;
  return { id, algorithm, publicKey, counter };
}

function refuses(act: () => unknown, reason: Refusal): void {
  assert.throws(act, (error) => error instanceof PasskeyRefused && error.reason === reason);
}

for (const [name, algorithm] of Object.entries(algorithms)) {
  describe(`a passkey of ${name}`, () => {
    const authenticator = authenticatorFor(algorithm);

    test('is registered with its key and counter', () => {
      const { id, publicKey } = authenticator;
      const made = verifyRegistration(authenticator.create({ challenge, counter: 3 }), expected);
      const rest = { counter: 3, isBackedUp: false, challenge };
      assert.deepEqual(made, { id, publicKey, algorithm, ...rest });
    });

    test('signs in, and says whose it is', () => {
      const response = authenticator.get({ challenge, userHandle: 'YWxpY2U' });
      const assertion = verifyAssertion(response, known(authenticator), expected);
      assert.deepEqual(assertion, { counter: 1, challenge, userHandle: 'YWxpY2U' });
    });

    test('a wrong challenge, origin, relying party, user verification, signature or counter is refused', () => {
      const other = createAuthenticator(algorithm);
      const { present, attested } = flagBytes;
      for (const [said, reason] of [
        [{ challenge: Buffer.alloc(32).toString('base64url') }, 'challenge'],
        [{ origin: 'https://files.example.com.evil.example' }, 'origin'],
        [{ origin: 'http://files.example.com' }, 'origin'],
        [{ crossOrigin: true, topOrigin: 'https://evil.example' }, 'origin'],
        [{ rpId: 'example.com' }, 'rp_id'],
        [{ flags: present }, 'not_verified'],
        [{ flags: flagBytes.verified }, 'not_present'],
        [{ flags: present | flagBytes.verified | flagBytes.backedUp }, 'backup_flags'],
        [{ type: 'webauthn.other' }, 'type'],
      ] as const) {
        const signedIn = authenticator.get({ challenge, ...said });
        refuses(() => verifyAssertion(signedIn, known(authenticator), expected), reason);
        const flags = 'flags' in said ? { flags: said.flags | attested } : {};
        const made = authenticator.create({ challenge, ...said, ...flags });
        refuses(() => verifyRegistration(made, expected), reason);
      }
      const response = authenticator.get({ challenge });
      refuses(() => verifyAssertion(response, known(other), expected), 'signature');
      for (const counter of [1, 2]) {
        refuses(
          () => verifyAssertion(response, known(authenticator, counter), expected),
          'counter',
        );
      }
      const without = authenticator.get({ challenge, counter: 0 });
      assert.equal(verifyAssertion(without, known(authenticator), expected).counter, 0);
      refuses(() => verifyAssertion(without, known(authenticator, 1), expected), 'counter');
      const swapped = authenticator.create({ challenge });
      swapped.response.publicKey = other.publicKey.toString('base64url');
      refuses(() => verifyRegistration(swapped, expected), 'key');
      const renamed = { ...authenticator.create({ challenge }), id: 'b3RoZXI', rawId: 'b3RoZXI' };
      refuses(() => verifyRegistration(renamed, expected), 'credential');
    });
  });
}

test('a key that is too weak, or of another kind than it says, is refused', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const ofRsa = authenticatorFor(algorithms.RS256).create({ challenge });
  ofRsa.response.publicKey = weak.export({ format: 'der', type: 'spki' }).toString('base64url');
  refuses(() => verifyRegistration(ofRsa, expected), 'key');
  const ofCurve = authenticatorFor(algorithms.ES256).create({ challenge });
  ofCurve.response.publicKeyAlgorithm = algorithms.RS256;
  refuses(() => verifyRegistration(ofCurve, expected), 'key');
  ofCurve.response.publicKeyAlgorithm = -65_535;
  refuses(() => verifyRegistration(ofCurve, expected), 'algorithm');
});

test('what is not a response of a browser is refused, whatever it is', () => {
  const whole = authenticatorFor(algorithms.ES256).get({ challenge });
  const wrong = [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { ...whole, id: '' },
    { ...whole, rawId: 'other' },
    { ...whole, type: 'password' },
    { ...whole, response: null },
    { ...whole, response: { ...whole.response, clientDataJSON: 'W10' } },
    { ...whole, response: { ...whole.response, clientDataJSON: '!' } },
    { ...whole, response: { ...whole.response, authenticatorData: 'AAAA' } },
    { ...whole, response: { ...whole.response, signature: '' } },
    { ...whole, response: { ...whole.response, userHandle: 7 } },
  ];
  for (const response of wrong) {
    refuses(
      () => verifyAssertion(response, known(authenticatorFor(algorithms.ES256)), expected),
      'malformed',
    );
  }
  assert.equal(credentialIdOf(whole), whole.id);
  assert.deepEqual(wrong.slice(0, 6).map(credentialIdOf), Array(6).fill(undefined));
});

const roundsEach = 180;

/** Changes one thing at random, in a way that is signed or not. */
function mutate(
  pick: (count: number) => number,
  within = Infinity,
): Parameters<SoftwareAuthenticator['get']>[0] {
  const flip = (data: Buffer) => {
    const changed = Buffer.from(data);
    const at = pick(Math.min(changed.length, within));
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << pick(8)), at);
    return changed;
  };
  const ways: (() => object)[] = [
    () => ({}),
    () => ({ challenge: flip(Buffer.from(challenge, 'base64url')).toString('base64url') }),
    () => ({ origin: flip(Buffer.from(origin)).toString('latin1') }),
    () => ({ rpId: flip(Buffer.from(rpId)).toString('latin1') }),
    () => ({ flags: pick(32) }),
    () => ({ counter: pick(4) }),
    () => ({ type: ['webauthn.get', 'webauthn.create', ''][pick(3)] }),
    () => ({ change: flip }),
    () => ({ change: (data: Buffer) => data.subarray(0, pick(Math.min(data.length, within))) }),
    () => ({ change: (data: Buffer) => Buffer.concat([data, Buffer.alloc(1 + pick(3))]) }),
  ];
  return { challenge, ...ways[pick(ways.length)]?.() };
}

/** Changes a text of the response after it was signed. */
function tamper(response: Record<string, unknown>, pick: (count: number) => number): string {
  const names = Object.keys(response).filter((name) => typeof response[name] === 'string');
  const name = names[pick(names.length)] ?? '';
  const bytes = Buffer.from(String(response[name]), 'base64url');
  const at = pick(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << pick(8)), at);
  response[name] = bytes.toString('base64url');
  return name;
}

async function passes(act: () => unknown): Promise<boolean> {
  try {
    await act();
    return true;
  } catch {
    return false;
  }
}

for (const [name, algorithm] of Object.entries(algorithms)) {
  test(`agrees with simplewebauthn on ${2 * roundsEach} mutations of ${name}`, async () => {
    const authenticator = authenticatorFor(algorithm);
    const randomness = seededRandomness(`mutations ${name}`);
    const pick = (count: number) => randomness.bytes(4).readUInt32BE() % count;
    let accepted = 0;
    for (let round = 0; round < roundsEach; round += 1) {
      const stored = pick(3);
      const response = authenticator.get({ ...mutate(pick) });
      if (pick(3) === 0) tamper(response.response, pick);
      const ours = await passes(() =>
        verifyAssertion(response, known(authenticator, stored), expected),
      );
      const theirs = await passes(async () => {
        const credential = {
          id: authenticator.id,
          publicKey: new Uint8Array(authenticator.cose),
          counter: stored,
        };
        const { verified } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          credential,
        });
        assert.ok(verified);
      });
      assert.equal(ours, theirs, `round ${round}: ${JSON.stringify(response)}`);
      accepted += Number(ours);
    }
    for (let round = 0; round < roundsEach; round += 1) {
      // Id and key stand in the response twice, which simplewebauthn does not compare.
      const said = mutate(pick, 37 + 16 + 2);
      const flags = said.flags === undefined ? {} : { flags: said.flags | flagBytes.attested };
      const response = authenticator.create({ ...said, ...flags });
      if (pick(3) === 0) response.response.clientDataJSON = tampered(response.response, pick);
      const ours = await passes(() => verifyRegistration(response, expected));
      const theirs = await passes(async () => {
        const { verified } = await verifyRegistrationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
        });
        assert.ok(verified);
      });
      assert.equal(ours, theirs, `round ${round}: ${JSON.stringify(response)}`);
      accepted += Number(ours);
    }
    assert.ok(accepted > roundsEach / 8 && accepted < roundsEach, `${accepted} were accepted`);
  });
}

function tampered({ clientDataJSON }: { clientDataJSON: string }, pick: (n: number) => number) {
  const copy = { clientDataJSON };
  tamper(copy, pick);
  return copy.clientDataJSON;
}

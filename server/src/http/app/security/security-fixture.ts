import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Account } from '../../../domain/model/account.ts';
import { createPasswordHasher } from '../../../sealing/crypto/password-hash.ts';
import { codeAt } from '../../../sealing/crypto/totp.ts';
import { systemRandomness } from '../../../platform/system.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import type { PeopleFixture, TestPerson } from '../people-fixture.ts';
import { host, openPeopleFixture, ownForm } from '../people-fixture.ts';
import { createFormTokens } from '../../routing/form-tokens.ts';
import { knownCookie, sessionCookie } from '../../routing/person-cookies.ts';

export const password = 'correct horse battery staple';

export async function openSecurity(
  t: TestContext,
  args: readonly string[] = [],
  overrides: Partial<Account> = {},
) {
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(t, { clock, args });
  const { installation, database } = fixture;
  const hasher = createPasswordHasher(installation.keys.derived.passwordPepper, systemRandomness);
  const tokens = createFormTokens({
    hasher: installation.tokenHasher,
    randomness: systemRandomness,
  });
  const anna = await fixture.addPerson('anna@example.com', overrides);
  const phc = await hasher.hash(password, anna.account.id);
  await database.passwords.put({ accountId: anna.account.id, phc, setAt: clock.now() });

  /** The browser after it took the session of an answer. */
  function after(answer: { headers: Record<string, unknown> }) {
    const set = (name: string) =>
      new RegExp(`${name}=([^;]+)`).exec(String(answer.headers['set-cookie']))?.[1];
    const [shown = '', known] = [set(sessionCookie), set(knownCookie)];
    assert.notEqual(shown, '');
    const knownPart = known === undefined ? '' : `; ${knownCookie}=${known}`;
    const cookie = `${sessionCookie}=${shown}${knownPart}`;
    const secret = shown.slice(shown.indexOf('.') + 1);
    return {
      cookie,
      /** What the browser keeps when it is signed out. */
      known,
      get: (url: string) =>
        fixture.app.inject({ url, headers: { host, accept: 'text/html', cookie } }),
      post: (
        url: string,
        fields: Record<string, string> = {},
        headers: Record<string, string> = {},
      ) =>
        fixture.app.inject({
          method: 'POST',
          url,
          headers: { ...ownForm, accept: 'text/html', cookie, ...headers },
          payload: new URLSearchParams({ csrf: tokens.issue(secret), ...fields }).toString(),
        }),
    };
  }

  /** Signs in with the password, in a browser that may have signed in before. */
  async function enter(secret = password, known?: string) {
    const visitor = systemRandomness.bytes(32).toString('base64url');
    return await fixture.app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: {
        ...{ ...ownForm, accept: 'text/html' },
        cookie: `__Host-valise-visitor=${visitor}; ${knownCookie}=${known ?? ''}`,
      },
      payload: new URLSearchParams({
        csrf: tokens.issue(visitor),
        email: 'anna@example.com',
        password: secret,
      }).toString(),
    });
  }
  return { ...fixture, clock, anna, after, enter };
}

/** The secret that a page shows for an app. */
export function secretIn(page: string): Buffer {
  const base32 = /<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
  const bits = Array.from(base32, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Adds an authenticator app; the person has another session from then on. */
export async function addApp(anna: Pick<TestPerson, 'get' | 'post'>, now: () => number) {
  const page = await anna.get('/app/security/authenticator');
  assert.match(page.body, /<svg class="qr-code"/);
  const secret = secretIn(page.body);
  const code = codeOf(secret, now());
  const done = await anna.post('/app/security/authenticator', { code });
  assert.equal(done.statusCode, 200);
  const codes = Array.from(
    done.body.matchAll(/<li><code>([0-9a-f-]+)<\/code>/g),
    ([, each = '']) => each,
  );
  assert.equal(codes.length, 10);
  return { secret, codes, code, done };
}

/** The kinds of all mails, the oldest first. */
export async function listMails({ database }: Pick<PeopleFixture, 'database'>): Promise<string[]> {
  return (await database.outbox.list(100)).map(({ kind }) => kind).reverse();
}

/** The code that the app shows at an instant. */
export function codeOf(secret: Buffer, now: number): string {
  return codeAt(secret, Math.floor(now / 30_000));
}

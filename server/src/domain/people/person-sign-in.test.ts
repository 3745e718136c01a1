import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { PasswordHasher } from '../ports/hashers.ts';
import { createPasswordLimiter } from '../ports/rate-limiter.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { createAuthenticatorSecrets } from '../../sealing/crypto/totp.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { createAuthenticators } from './authenticators.ts';
import { createCodeCheck } from './code-check.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { createPasswordAttempts, toldAttempts } from './password-attempts.ts';
import { createPasswordCheck } from './password-check.ts';
import { createPersonSignIn } from './person-sign-in.ts';
import { createSessions } from './sessions.ts';

/** Plain texts in place of hashes, which tests would wait for. Counts what is asked of it. */
function plainHasher() {
  const counts = { verified: 0, hashed: 0, running: 0, mostRunning: 0 };
  const hasher: PasswordHasher = {
    nobodys: 'v2 nobody',
    isOutdated: (phc) => !phc.startsWith('v2'),
    hash(password, accountId) {
      counts.hashed += 1;
      return Promise.resolve(`v2 ${accountId} ${password}`);
    },
    async verify(password, accountId, phc) {
      counts.verified += 1;
      counts.running += 1;
      counts.mostRunning = Math.max(counts.mostRunning, counts.running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      counts.running -= 1;
      return [`v1 ${accountId} ${password}`, `v2 ${accountId} ${password}`].includes(phc);
    },
  };
  return { counts, hasher };
}

const noCode = { code: '', known: undefined };

async function open(t: TestContext) {
  const opened = await openExchange(t);
  const exchange = { ...opened, hashSlots: opened.hashSlots.accounts };
  const { counts, hasher } = plainHasher();
  /** Each worker has its own services; counters and hash slots are those of the main process. */
  function worker() {
    const sessions = createSessions({ ...exchange, onFault: assert.fail });
    const passwordCheck = createPasswordCheck({ ...exchange, passwordHasher: hasher });
    const passwordLimiter = createPasswordLimiter(exchange.counters.signIns);
    const knownBrowsers = createKnownBrowsers(exchange);
    const passwordAttempts = createPasswordAttempts({
      ...{ ...exchange, passwordCheck, passwordLimiter, knownBrowsers },
    });
    const personSignIn = createPersonSignIn({
      ...{ ...exchange, sessions, passwordCheck, passwordAttempts },
    });
    const parts = {
      ...{ ...exchange, personSignIn, knownBrowsers },
      authenticatorSecrets: createAuthenticatorSecrets(Buffer.alloc(32, 7), exchange.randomness),
    };
    const authenticators = createAuthenticators({ ...parts, codeCheck: createCodeCheck(parts) });
    return { sessions, authenticators, knownBrowsers, ...personSignIn };
  }
  const anna = sampleAccount('anna@example.com', { role: 'user' });
  await exchange.database.accounts.add(anna);
  await exchange.database.passwords.put({
    accountId: anna.id,
    phc: `v2 ${anna.id} right`,
    setAt: 0,
  });
  return { ...exchange, counts, worker, anna };
}

const browser = { client: 'test' };

test('200 parallel wrong sign-ins in 8 workers cost 10 hashes at most, two at a time', async (t) => {
  const { counts, worker } = await open(t);
  const workers = Array.from({ length: 8 }, worker);
  const answers = await Promise.all(
    workers.flatMap((door) =>
      Array.from({ length: 25 }, (_, at) =>
        door.signIn(actor, { email: 'anna@example.com', password: `wrong ${at}` }, browser),
      ),
    ),
  );
  assert.ok(counts.verified <= 10, `${counts.verified} hashes`);
  assert.ok(counts.mostRunning <= 2);
  const kinds = new Set(answers.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ['blocked', 'refused']);
});

test('during an attack, the owner signs in from another network', async (t) => {
  const { worker } = await open(t);
  const door = worker();
  for (let tries = 0; tries < 30; tries += 1) {
    await door.signIn(actor, { email: 'anna@example.com', password: 'wrong' }, browser);
  }
  const home = { ...actor, source: '198.51.100.7' };
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await door.signIn(
      home,
      { email: 'anna@example.com', password: 'right' },
      browser,
    );
    assert.equal(answer.kind, 'signed_in');
  }
});

test('known and unknown, disabled and without a password: one answer after the same work', async (t) => {
  const { counts, worker, database } = await open(t);
  const door = worker();
  await database.accounts.add(sampleAccount('off@example.com', { role: 'user', disabledAt: 1 }));
  await database.accounts.add(sampleAccount('invited@example.com', { role: 'user' }));
  await database.accounts.add(sampleAccount('program@example.com', { role: 'api' }));
  const emails = ['anna', 'who', 'off', 'invited', 'program'].map((name) => `${name}@example.com`);
  for (const [at, email] of emails.entries()) {
    const answer = await door.signIn(actor, { email, password: 'wrong' }, browser);
    assert.deepEqual(answer, { kind: 'refused' });
    assert.equal(counts.verified, at + 1, email);
  }
});

test('a hash with older parameters is replaced at the next sign-in', async (t) => {
  const { counts, worker, database, anna } = await open(t);
  await database.passwords.put({ accountId: anna.id, phc: `v1 ${anna.id} right`, setAt: 0 });
  const door = worker();
  const answer = await door.signIn(actor, { email: anna.email, password: 'right' }, browser);
  assert.equal(answer.kind, 'signed_in');
  assert.equal(counts.hashed, 1);
  assert.match((await database.passwords.find(anna.id))?.phc ?? '', /^v2/);
});

test('each sign-in and each proof has a new id, and the one before is refused', async (t) => {
  const { worker, anna } = await open(t);
  const door = worker();
  const { sessions } = door;
  const first = await door.signIn(actor, { email: anna.email, password: 'right' }, browser);
  assert.ok(first.kind === 'signed_in');
  const live = await sessions.find(first.cookie);
  assert.ok(live);
  const again = await door.signIn(
    actor,
    { email: anna.email, password: 'right' },
    { ...browser, session: live.session },
  );
  assert.ok(again.kind === 'signed_in');
  assert.equal(await sessions.find(first.cookie), undefined);
  const second = await sessions.find(again.cookie);
  assert.ok(second);
  const wrong = await door.authenticators.prove(actor, second, { ...noCode, password: 'wrong' });
  assert.deepEqual(wrong, { kind: 'refused', field: 'password' });
  const proved = await door.authenticators.prove(actor, second, { ...noCode, password: 'right' });
  assert.ok(proved.kind === 'signed_in');
  assert.equal(await sessions.find(again.cookie), undefined);
  assert.ok(await sessions.find(proved.cookie));
  const { id } = second.session;
  for (const shown of ['', id, `${id}.`, `${id}.${second.secret}.x`, `${id}.${live.secret}`]) {
    assert.equal(await sessions.find(shown), undefined);
  }
});

test('what one worker ended, another refuses at once', async (t) => {
  const { worker, anna } = await open(t);
  const [one, other] = [worker(), worker()];
  const answer = await one.signIn(actor, { email: anna.email, password: 'right' }, browser);
  assert.ok(answer.kind === 'signed_in');
  const live = await other.sessions.find(answer.cookie);
  assert.ok(live);
  await one.signOut(actor, live.session);
  assert.equal(await other.sessions.find(answer.cookie), undefined);
});

const annas = 'anna@example.com';
/** A stranger in a wide network of their own. */
const strangerAt = (at: number) => ({
  ...actor,
  source: `2001:${(at + 1).toString(16)}:${((at * 7919) % 65536).toString(16)}::1`,
});

test('while 80 strangers from as many networks guess, the owner signs in in a known browser at once', async (t) => {
  const { worker, anna, counts } = await open(t);
  const door = worker();
  const known = door.knownBrowsers.remember(undefined, anna.id);
  const right = { email: annas, password: 'right' };
  const guesses = Array.from({ length: 80 }, (_, at) =>
    door.signIn(strangerAt(at), { email: `person${at}@example.com`, password: 'wrong' }, browser),
  );
  const answers = Promise.allSettled(guesses);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const before = counts.verified;
  const answer = await door.signIn(actor, right, { ...browser, known });
  assert.equal(answer.kind, 'signed_in');
  assert.ok(counts.verified - before <= 6, `waited for ${counts.verified - before} hashes`);
  const refused = (await answers).filter(({ status }) => status === 'rejected');
  assert.ok(refused.length > 0, 'the queue was full');
});

test('all networks of one line wait as one group for a hash, and a known browser as its account', async (t) => {
  const { worker, anna, hashSlots } = await open(t);
  const door = worker();
  const take = t.mock.method(hashSlots, 'take');
  const wrong = { email: annas, password: 'wrong' };
  for (const source of ['2001:db8:1:1::1', '2001:db8:1:ff00::1', '2001:db8:2::1', '192.0.2.7']) {
    await door.signIn({ ...actor, source }, wrong, browser);
  }
  const known = door.knownBrowsers.remember(undefined, anna.id);
  await door.signIn(actor, wrong, { ...browser, known });
  assert.deepEqual(
    take.mock.calls.map(({ arguments: [claim] }) => claim),
    [
      { isKnown: false, group: '2001:db8:1::/48' },
      { isKnown: false, group: '2001:db8:1::/48' },
      { isKnown: false, group: '2001:db8:2::/48' },
      { isKnown: false, group: '192.0.2.0/24' },
      { isKnown: true, group: anna.id },
    ],
  );
});

test('known browsers of one account do not use up the attempts of another', async (t) => {
  const { worker, anna, database } = await open(t);
  const door = worker();
  const eve = sampleAccount('eve@example.com', { role: 'user' });
  await database.accounts.add(eve);
  await database.passwords.put({ accountId: eve.id, phc: `v2 ${eve.id} right`, setAt: 0 });
  const known = [anna, eve].reduce<string | undefined>(
    (shown, { id }) => door.knownBrowsers.remember(shown, id),
    undefined,
  );
  const enter = (email: string, password: string) =>
    door.signIn(actor, { email, password }, { ...browser, known });
  for (let tries = 0; tries < 10; tries += 1) {
    assert.equal((await enter(eve.email, 'wrong')).kind, 'refused');
  }
  assert.equal((await enter(eve.email, 'right')).kind, 'blocked', 'ten a minute');
  assert.equal((await enter(annas, 'right')).kind, 'signed_in');
});

test('guesses at one address from many networks wait longer and longer, whether or not it has an account', async (t) => {
  const { worker, clock, counts } = await open(t);
  const door = worker();
  for (const [at, email] of [annas, 'nobody@example.com'].entries()) {
    const pauses: number[] = [];
    let networks = 1000 * at;
    const guess = () => {
      networks += 1;
      return door.signIn(strangerAt(networks), { email, password: 'wrong' }, browser);
    };
    for (let tries = 0; tries < 11; tries += 1) {
      assert.equal((await guess()).kind, 'refused', 'without a pause at first');
    }
    for (let tries = 0; tries < 8; tries += 1) {
      const hashes = counts.verified;
      const answer = await guess();
      assert.ok(answer.kind === 'blocked');
      assert.equal(counts.verified, hashes, 'nothing is hashed meanwhile');
      pauses.push(answer.retryAfterSeconds);
      clock.advance(answer.retryAfterSeconds * 1000);
      assert.equal((await guess()).kind, 'refused');
    }
    assert.deepEqual(pauses, [1, 2, 4, 8, 16, 30, 30, 30], email);
  }
});

test('such a pause holds neither for a known browser, nor for a signed-in person, nor for a network that made none of the guesses', async (t) => {
  const { worker, anna } = await open(t);
  const door = worker();
  const known = door.knownBrowsers.remember(undefined, anna.id);
  const right = { email: annas, password: 'right' };
  const wrong = { email: annas, password: 'wrong' };
  // Two lines, each with thousands of networks.
  for (let tries = 0; tries < 60; tries += 1) {
    const source = `2001:db8:${tries % 2}:${tries.toString(16)}::1`;
    await door.signIn({ ...actor, source }, wrong, browser);
  }
  const paused = await door.signIn({ ...actor, source: '2001:db8:1:ff::1' }, right, browser);
  assert.equal(paused.kind, 'blocked');
  const there = { ...actor, source: '2001:db8:1:ff::1' };
  assert.equal((await door.signIn(there, right, { ...browser, known })).kind, 'signed_in');
  assert.equal((await door.verify(there, annas, 'right')).kind, 'right');
  const home = { ...actor, source: '198.51.100.7' };
  assert.equal((await door.signIn(home, right, browser)).kind, 'signed_in');
  const foreign = door.knownBrowsers.remember(undefined, sampleAccount('eve@example.com').id);
  const eve = await door.signIn(there, right, { ...browser, known: foreign });
  assert.equal(eve.kind, 'blocked', 'a browser is known to one owner, not to all');
});

test('no width of network delays a known browser', async (t) => {
  const { worker, anna } = await open(t);
  const door = worker();
  const known = door.knownBrowsers.remember(undefined, anna.id);
  for (let tries = 0; tries < 300; tries += 1) {
    const from = { ...actor, source: `198.51.100.${tries % 250}` };
    await door.signIn(from, { email: `${tries}@example.com`, password: 'wrong' }, browser);
  }
  const hospital = { ...actor, source: '198.51.100.251' };
  const right = { email: annas, password: 'right' };
  assert.equal((await door.signIn(hospital, right, browser)).kind, 'blocked');
  assert.equal((await door.signIn(hospital, right, { ...browser, known })).kind, 'signed_in');
});

test('the owner is told once a day that many wrong passwords were entered', async (t) => {
  const { worker, clock, database, anna } = await open(t);
  const door = worker();
  const told = () => database.outbox.countOfKinds(anna.id, ['sign_in_attempts'], 0);
  const guess = async (at: number) => {
    await door.signIn(strangerAt(at), { email: annas, password: 'wrong' }, browser);
    clock.advance(31_000);
  };
  for (let at = 1; at < toldAttempts; at += 1) await guess(at);
  assert.equal(await told(), 0);
  for (let at = toldAttempts; at < 4 * toldAttempts; at += 1) await guess(at);
  assert.equal(await told(), 1);
  clock.advance(86_400_000);
  for (let at = 100; at < 100 + toldAttempts; at += 1) await guess(at);
  assert.equal(await told(), 2);
});

test('right passwords in new browsers cost no pause', async (t) => {
  const { worker } = await open(t);
  const door = worker();
  for (let at = 0; at < 30; at += 1) {
    const answer = await door.signIn(
      strangerAt(at % 4),
      { email: annas, password: 'right' },
      browser,
    );
    assert.equal(answer.kind, 'signed_in');
  }
});

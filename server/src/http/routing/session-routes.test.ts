import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hour } from '../../domain/model/clock.ts';
import type { PeopleFixture, TestPerson } from '../app/people-fixture.ts';
import { host, openPeopleFixture, ownForm, unmarked } from '../app/people-fixture.ts';
import { sessionCookie } from './person-cookies.ts';
import { actions, addressOf } from './route-table-fixture.ts';
import type { Method } from '#protocol/operations/operation.ts';
import { tokenField } from './session-guard.ts';

const forSessions = actions.flatMap((action) => {
  const { access } = action;
  return access !== 'public' && access.scheme === 'session' ? [{ ...action, access }] : [];
});
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
const changes = forSessions.filter(({ method }) => !reading.has(method));

const mediaTypes: Record<string, string> = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x',
  json: 'application/json',
  tus: 'application/offset+octet-stream',
};

describe('routes of signed-in people', () => {
  let fixture: PeopleFixture;
  let boss: TestPerson;
  let half: TestPerson;
  let other: TestPerson;
  let user: TestPerson;
  /** Signed in an hour ago. */
  let unproved: TestPerson;
  let ended: TestPerson;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    fixture = await openPeopleFixture({
      after(end: () => Promise<void>) {
        ends.push(end);
      },
    });
    boss = await fixture.addPerson('boss@example.com', { role: 'admin' });
    const { database } = fixture;
    await database.passwords.put({ accountId: boss.account.id, phc: 'hash', setAt: 0 });
    half = await fixture.signIn(boss.account, 'half');
    other = await fixture.addPerson('other@example.com', { role: 'admin' });
    user = await fixture.addPerson('user@example.com');
    unproved = await fixture.signIn(boss.account, 'full', {
      by: 'password',
      at: Date.now() - hour,
    });
    ended = await fixture.signIn(boss.account);
    assert.equal((await ended.post('/sign-out')).statusCode, 303);
  });
  after(async () => {
    for (const end of ends) await end();
  });

  function ask(
    action: { path: string; method: string; body?: string | undefined },
    headers: Record<string, string>,
    token?: string,
  ) {
    const { method, path, body } = action;
    const type = body === undefined ? undefined : mediaTypes[body];
    const field = `${tokenField}=${token ?? ''}`;
    const parts = `--x\r\ncontent-disposition: form-data; name="${tokenField}"\r\n\r\n${token ?? ''}\r\n--x--\r\n`;
    const payload = { form: field, multipart: parts, json: '{}', tus: '' }[body ?? ''];
    return fixture.app.inject({
      method: method as Method,
      url: addressOf(path),
      headers: {
        host,
        ...(type !== undefined && { 'content-type': type }),
        ...(token !== undefined &&
          body !== 'form' &&
          body !== 'multipart' && { 'csrf-token': token }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
  }

  /** All rows that anybody could have changed. */
  async function digest(): Promise<string> {
    const { database } = fixture;
    const ids = [boss.account.id, other.account.id];
    return JSON.stringify([
      await database.accounts.list(),
      await Promise.all(ids.map((id) => database.sessions.listFor(id))),
      await Promise.all(ids.map((id) => database.passwords.find(id))),
      await Promise.all(ids.map((id) => database.totp.find(id))),
      await Promise.all(ids.map((id) => database.recoveryCodes.count(id))),
      await Promise.all(ids.map((id) => database.contacts.listLocal(id))),
      await Promise.all(ids.map((id) => database.dispatches.listHistory(id))),
      await database.outbox.list(100),
    ]);
  }

  for (const action of forSessions) {
    const name = `${action.method} ${action.path}`;
    const isReading = reading.has(action.method);

    test(`${name} without a live session: Basic is ignored, and no box pops up`, async () => {
      const authorization = `Basic ${Buffer.from('boss@example.com:key').toString('base64')}`;
      const unknown = `${sessionCookie}=${'A'.repeat(22)}.${'A'.repeat(43)}`;
      for (const headers of [
        {},
        { authorization },
        { cookie: unknown },
        { cookie: `${boss.cookie}x` },
        { cookie: ended.cookie },
      ]) {
        const answer = await ask(action, headers);
        assert.equal(answer.statusCode, 401);
        assert.equal(answer.headers['www-authenticate'], undefined);
        const page = await ask(action, { ...headers, accept: 'text/html' });
        assert.equal(page.statusCode, isReading ? 303 : 401);
        if (isReading) assert.match(String(page.headers.location), /^\/sign-in\?next=%2F/);
        assert.equal(page.headers['www-authenticate'], undefined);
      }
    });

    if (action.access.state !== 'half') {
      test(`${name} is closed to half a session`, async () => {
        assert.equal((await ask(action, { cookie: half.cookie }, half.token())).statusCode, 401);
      });
    }
  }

  for (const action of changes) {
    const name = `${action.method} ${action.path}`;

    test(`${name} from elsewhere is refused, and nothing changes`, async () => {
      const own = action.access.state === 'half' ? half : boss;
      const { origin, 'sec-fetch-site': site } = ownForm;
      const signedIn = { origin, 'sec-fetch-site': site, cookie: own.cookie };
      const was = await digest();
      const attempts: [headers: Record<string, string>, token: string | undefined][] = [
        [signedIn, undefined],
        [signedIn, ''],
        [signedIn, 'A'.repeat(59)],
        [signedIn, other.token()],
        [signedIn, ended.token()],
        [{ ...signedIn, 'sec-fetch-site': 'same-site' }, own.token()],
        [{ ...signedIn, 'sec-fetch-site': 'cross-site' }, own.token()],
        [{ ...signedIn, 'sec-fetch-site': 'none' }, own.token()],
        [{ ...signedIn, origin: 'null' }, own.token()],
        [{ ...signedIn, origin: 'https://elsewhere.example' }, own.token()],
      ];
      for (const [headers, token] of attempts) {
        const answer = await ask(action, headers, token);
        assert.equal(answer.statusCode, 403, JSON.stringify([headers, token]));
        assert.equal(answer.headers['set-cookie'], undefined);
      }
      assert.equal(await digest(), was);
    });
  }

  test('the cookie of a person opens nothing of an account', async () => {
    const url = `/${boss.account.email}/`;
    const answer = await fixture.app.inject({ url, headers: { host, cookie: boss.cookie } });
    assert.equal(answer.statusCode, 401);
    assert.match(String(answer.headers['www-authenticate']), /^Basic /);
  });

  test('no page of a person is kept by the browser', async () => {
    const page = await boss.get('/app/');
    assert.match(String(page.headers['cache-control']), /no-store/);
    assert.match(page.body, /src="\/assets\/signed-in\.js"/);
  });

  test('what is not there is a page, and not a box', async () => {
    const answer = await boss.get('/app/no-such-page');
    assert.equal(answer.statusCode, 404);
    assert.match(answer.body, /Page not found/);
    const policy = String(answer.headers['content-security-policy']);
    assert.match(policy, /script-src 'self'/, 'its script may run');
  });

  for (const action of forSessions.filter(({ access }) => access.role === 'admin')) {
    test(`${action.method} ${action.path} answers others like a page that does not exist`, async () => {
      for (const accept of ['text/html', 'application/json']) {
        const headers = { accept, cookie: user.cookie };
        const hidden = await ask(action, headers, user.token());
        const missing = await ask({ ...action, path: '/app/missing' }, headers, user.token());
        assert.equal(hidden.statusCode, 404);
        assert.deepEqual(unmarked(hidden), unmarked(missing));
      }
    });
  }

  for (const action of forSessions.filter(({ access }) => access.proof === 'recent')) {
    test(`${action.method} ${action.path} with an old proof asks for another, and nothing changes`, async () => {
      const was = await digest();
      const headers = { cookie: unproved.cookie };
      const answer = await ask(action, headers, unproved.token());
      assert.equal(answer.statusCode, 403);
      if (action.method === 'HEAD') return;
      assert.equal(answer.json<{ error: string }>().error, 'proof_needed');
      const page = await ask(action, { ...headers, accept: 'text/html' }, unproved.token());
      assert.match(page.body, /name="confirm-password"/);
      assert.equal(await digest(), was);
    });
  }
});

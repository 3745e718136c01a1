import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { languages } from '../../../i18n/language.ts';
import type { PeopleFixture } from '../people-fixture.ts';
import { openPeopleFixture } from '../people-fixture.ts';

describe('the page of settings', () => {
  let fixture: PeopleFixture;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    fixture = await openPeopleFixture({ after: (end: () => Promise<void>) => ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  test('saves name, language, time zone and notices by a form alone', async () => {
    const alice = await fixture.addPerson('alice@example.com');
    const forms = {
      '/app/settings': { displayName: ' Alice  Åberg ', language: 'de' },
      '/app/settings/sending': { timeZone: 'Asia/Tokyo' },
      '/app/settings/notices': { reminders: 'yes' },
    };
    for (const [path, form] of Object.entries(forms)) {
      const saved = await alice.post(path, form);
      assert.deepEqual([saved.statusCode, saved.headers.location], [303, `${path}?done=saved`]);
    }
    const account = await fixture.database.accounts.find(alice.account.id);
    assert.deepEqual(
      [account?.displayName, account?.language, account?.timeZone, account?.notices],
      ['Alice Åberg', 'de', 'Asia/Tokyo', { receipts: false, reminders: true }],
    );
    const { payload } = await alice.get('/app/settings?done=saved');
    assert.match(payload, /<html lang="de"/);
    assert.match(payload, /value="Alice Åberg"/);
    const sending = (await alice.get('/app/settings/sending')).payload;
    assert.match(sending, /<option value="Asia\/Tokyo" selected>/);
    assert.ok(Buffer.byteLength(sending) < 80_000, 'a page of at most 80 kB');
    const notices = (await alice.get('/app/settings/notices')).payload;
    assert.match(notices, /name="reminders"[^>]*checked/);
    assert.doesNotMatch(notices, /name="receipts"[^>]*checked/);
    await alice.post('/app/settings', { language: 'en' });
    await alice.post('/app/settings/sending', { timeZone: '' });
    const reset = await fixture.database.accounts.find(alice.account.id);
    assert.deepEqual([reset?.displayName, reset?.timeZone], ['', undefined]);
  });

  test('what is sent and asked for starts with the own lifetime', async () => {
    const dora = await fixture.addPerson('dora@example.com');
    const started = async () => {
      const page = await dora.get('/app/send');
      const asked = await dora.get('/app/requests/new');
      return [
        /value="(\d+)"[^>]*checked/.exec(page.body)?.[1],
        /value="(\d+)"[^>]*checked/.exec(/name="days".*/s.exec(asked.body)?.[0] ?? '')?.[1],
      ];
    };
    assert.deepEqual(await started(), ['7', '7']);
    const path = '/app/settings/sending';
    const saved = await dora.post(path, { timeZone: '', defaultDays: ' 45 ' });
    assert.equal(saved.statusCode, 303);
    assert.match((await dora.get(path)).body, /name="defaultDays"[^>]*value="45"/);
    assert.deepEqual(await started(), ['45', '45']);
    for (const wrong of ['0', '366', '1.5', 'soon']) {
      const answer = await dora.post(path, { timeZone: '', defaultDays: wrong });
      assert.equal(answer.statusCode, 422, wrong);
      assert.match(answer.body, new RegExp(`value="${wrong}"`), wrong);
      assert.match(answer.body, /id="defaultDays-problem">[^]*?Enter a whole number from 1 to 365/);
    }
  });

  test('recipients are asked for a code as the settings say, unless a draft says otherwise', async () => {
    const emma = await fixture.addPerson('emma@example.com');
    const path = '/app/settings/sending';
    assert.match((await emma.get(path)).body, /<option value="off" selected>/);
    await emma.post(path, { secondFactor: 'email' });
    assert.match((await emma.get(path)).body, /<option value="email" selected>By e-mail/);
    const { database } = fixture;
    assert.equal((await database.accounts.find(emma.account.id))?.secondFactor, 'email');
    await emma.post('/app/settings', { language: 'en' });
    await emma.post(path, {});
    assert.equal((await database.accounts.find(emma.account.id))?.secondFactor, 'email', 'kept');
  });

  test('wrong values are named, and the rest of the form is kept', async () => {
    const bob = await fixture.addPerson('bob@example.com');
    const wrong = { displayName: 'x'.repeat(101), language: 'xx' };
    const answer = await bob.post('/app/settings', wrong);
    const other = await bob.post('/app/settings/sending', { timeZone: 'Mars/Olympus' });
    assert.deepEqual([answer.statusCode, other.statusCode], [422, 422]);
    for (const name of ['displayName', 'language', 'timeZone']) {
      const { payload } = name === 'timeZone' ? other : answer;
      assert.ok(payload.includes(`href="#${name}"`), name);
      assert.ok(payload.includes(`id="${name}-problem"`), name);
    }
    assert.ok(answer.payload.includes(`value="${'x'.repeat(101)}"`));
    assert.deepEqual(await fixture.database.accounts.find(bob.account.id), bob.account);
  });

  test('is there in every language', async () => {
    for (const language of languages) {
      const reader = await fixture.addPerson(`${language}@example.com`, { language });
      for (const place of ['', '/sending', '/notices']) {
        const { payload } = await reader.get(`/app/settings${place}`);
        assert.match(payload, new RegExp(`<html lang="${language}"`));
        assert.ok(!/\{\w+\}/.test(payload), language);
      }
    }
  });
});

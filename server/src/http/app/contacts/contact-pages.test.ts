import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseCsv } from '../../../domain/model/csv.ts';
import { languages } from '../../../i18n/language.ts';
import { sampleContact } from '../../../testing/samples.ts';
import { tokenField } from '../../routing/session-guard.ts';
import type { PeopleFixture, TestPerson } from '../people-fixture.ts';
import { openPeopleFixture, ownForm } from '../people-fixture.ts';
import { contactId, cursorText, findCursor } from './contact-ids.ts';

function contactPath(email: string): string {
  return `/app/contacts/${contactId(email)}`;
}

function hiddenField(page: string, name: string): string {
  const [, value] = new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page) ?? [];
  return value ?? assert.fail(`no field ${name}`);
}

const hostileText = '"><script>alert(1)</script>';

/** A form with a file, as browsers send it. */
function multipart(token: string | undefined, file: string, name = 'contacts.csv') {
  const boundary = 'edge';
  const fields = [
    ...(token === undefined ? [] : [`name="${tokenField}"\r\n\r\n${token}`]),
    `name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${file}`,
  ];
  const parts = fields.map(
    (part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`,
  );
  return {
    headers: { ...ownForm, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${parts.join('')}--${boundary}--\r\n`,
  };
}

describe('the pages of contacts', () => {
  let fixture: PeopleFixture;
  let alice: TestPerson;
  let bob: TestPerson;

  const ends: (() => Promise<void>)[] = [];

  after(async () => {
    for (const end of ends) await end();
  });

  before(async () => {
    fixture = await openPeopleFixture({ after: (end: () => Promise<void>) => ends.push(end) });
    alice = await fixture.addPerson('alice@example.com', { language: 'en' });
    bob = await fixture.addPerson('bob@example.com', { language: 'en' });
  });

  test('a contact is added, found, changed and removed by forms alone', async () => {
    const empty = await alice.get('/app/contacts');
    assert.match(empty.payload, /No contacts yet/);
    const added = await alice.post('/app/contacts/new', {
      email: 'Zoe@Example.com',
      nick: 'Zoë Berg',
    });
    assert.deepEqual([added.statusCode, added.headers.location], [303, '/app/contacts?done=added']);
    const list = await alice.get('/app/contacts?q=berg&done=added');
    assert.match(list.payload, /The contact has been added/);
    assert.match(list.payload, /zoe@example\.com/);
    assert.match(
      (await alice.get('/app/contacts?q=nobody')).payload,
      /No contact matches “nobody”/,
    );

    const path = contactPath('zoe@example.com');
    const page = await alice.get(path);
    const revision = hiddenField(page.payload, 'revision');
    const form = { email: 'zoe@example.com', nick: 'Zoë', number: '+46 70', revision };
    assert.equal((await alice.post(path, form)).statusCode, 422);
    const changed = await alice.post(path, { ...form, number: '+46 70 123 45 67' });
    assert.equal(changed.statusCode, 303);
    const stale = await alice.post(path, { ...form, number: '', nick: 'Overwritten' });
    assert.equal(stale.statusCode, 422);
    assert.match(stale.payload, /changed in the meantime/);
    assert.match(stale.payload, /value="Overwritten"/, 'what was typed is kept');
    assert.match(stale.payload, /<dd>\+46701234567<\/dd>/, 'what is stored is shown beside it');
    const staleRemoval = await alice.post(`${path}/remove`, { revision });
    assert.equal(staleRemoval.statusCode, 422);
    const now = hiddenField(stale.payload, 'revision');
    assert.equal((await alice.post(`${path}/remove`, { revision: now })).statusCode, 303);
    assert.equal((await alice.get(path)).statusCode, 404);
  });

  test('a contact stands beside the part of the list that it was chosen from, and has a form of its own', async () => {
    const erik = await fixture.addPerson('erik@example.com', { language: 'en' });
    const many = Array.from({ length: 60 }, (_, at) =>
      sampleContact(`p${String(at).padStart(2, '0')}@example.com`, { nick: '' }),
    );
    await fixture.database.contacts.replaceLocal(erik.account.id, [
      ...many,
      sampleContact('zoe@example.com', { nick: 'Zoë Berg', number: '4670', language: 'sv' }),
    ]);
    const first = (await erik.get('/app/contacts')).payload;
    assert.match(first, />People<span class="count"\s*>61</);
    assert.equal(
      first.match(/class="letter-head"/g)?.length,
      1,
      'a letter stands above its people',
    );
    const [, next = assert.fail()] = /href="(\/app\/contacts\?after=[^"]+)"/.exec(first) ?? [];
    const last = (await erik.get(next)).payload;
    const link = new RegExp(`href="(${contactPath('zoe@example.com')}\\?after=[^"]+)"`);
    const [, path = assert.fail()] = link.exec(last) ?? [];
    const { payload } = await erik.get(path);
    assert.match(payload, /aria-current="true"\s*>(?:<bdi>)?Zoë Berg/);
    assert.match(payload, /p59@example\.com/, 'the same part of the list');
    assert.doesNotMatch(payload, /p00@example\.com/);
    assert.match(payload, /<dd>\+4670<\/dd>[^]*<dd>Svenska<\/dd>/i);
    const form = (await erik.get(`${contactPath('zoe@example.com')}/edit`)).payload;
    assert.match(form, /value="Zoë Berg"/);
    assert.equal((await bob.get(`${contactPath('zoe@example.com')}/edit`)).statusCode, 404);
  });

  test('a form with problems is shown again with what was typed', async () => {
    const wrong = { email: hostileText, nick: hostileText, number: 'x', language: 'not one' };
    const answer = await alice.post('/app/contacts/new', wrong);
    assert.equal(answer.statusCode, 422);
    assert.match(answer.payload, /href="#email"/);
    assert.match(answer.payload, /href="#number"/);
    assert.match(answer.payload, /href="#language"/);
    assert.ok(!answer.payload.includes(hostileText));
    await alice.post('/app/contacts/new', { email: 'twice@example.com' });
    const twice = await alice.post('/app/contacts/new', { email: 'twice@example.com' });
    assert.match(twice.payload, /already have a contact/);
  });

  test('a group is made, filled, renamed and removed; strangers are named', async () => {
    await alice.post('/app/contacts/new', { email: 'm1@example.com' });
    const members = 'M1@example.com, Nobody <nobody@example.com>';
    const refused = await alice.post('/app/contacts/groups', { name: 'Lab', members });
    assert.equal(refused.statusCode, 422);
    assert.match(refused.payload, /to your contacts first: nobody@example\.com/);
    assert.match(refused.payload, /value="Lab"/);
    const made = await alice.post('/app/contacts/groups', {
      name: 'Lab',
      members: 'm1@example.com',
    });
    const path = (made.headers.location as string).replace(/\?.*/, '');
    assert.match((await alice.get('/app/contacts/groups')).payload, /Lab/);
    assert.match((await alice.get(path)).payload, /m1@example\.com/);
    assert.match((await alice.get(contactPath('m1@example.com'))).payload, /Lab/);
    const taken = await alice.post('/app/contacts/groups', { name: ' lab ' });
    assert.match(taken.payload, /already have a group/);
    const stale = await alice.post(path, { name: 'New name', from: 'Old' });
    assert.equal(stale.statusCode, 422);
    assert.equal((await alice.post(path, { name: 'Team', from: 'Lab' })).statusCode, 303);
    await alice.post(`${path}/members/remove`, { email: 'm1@example.com' });
    assert.match((await alice.get(path)).payload, /no members yet/);
    const one = contactPath('m1@example.com');
    const [, group = ''] =
      /name="group" value="([\w-]+)"/.exec((await alice.get(one)).payload) ?? [];
    assert.equal(path, `/app/contacts/groups/${group}`, 'the contact can be put into it');
    const joined = await alice.post(`${one}/groups`, { group });
    assert.match(
      (await alice.get(String(joined.headers.location))).payload,
      /group has been saved/,
    );
    assert.match((await alice.get(path)).payload, /m1@example\.com/);
    assert.doesNotMatch((await alice.get(one)).payload, /name="group"/);
    for (let at = 0; at < 52; at += 1) await alice.post('/app/contacts/groups', { name: `G${at}` });
    const crowded = (await alice.get(one)).payload;
    assert.equal(crowded.match(/name="group"/g)?.length, 50);
    assert.match(crowded, /\+ 2 more/);
    assert.equal((await alice.post(`${path}/remove`)).statusCode, 303);
    assert.equal((await alice.get(path)).statusCode, 404);
    assert.equal((await alice.get(contactPath('m1@example.com'))).statusCode, 200);
  });

  test('the shared contacts are shown, and have no page to change them', async () => {
    const shared = sampleContact('boss@example.com', { nick: 'The Boss' });
    await fixture.database.contacts.replaceGlobal([shared]);
    assert.match((await bob.get('/app/contacts')).payload, />Shared<span class="count"\s*>1</);
    const page = await bob.get('/app/contacts?book=shared');
    assert.match(page.payload, /boss@example\.com/);
    assert.match(page.payload, /not change them/);
    assert.ok(!page.payload.includes(contactPath(shared.email)));
    assert.equal((await bob.get(contactPath(shared.email))).statusCode, 404);
  });

  test('an import is previewed, and done once it is confirmed', async () => {
    const { app } = fixture;
    const file = 'Email;Name\nnew@example.com;=HYPERLINK\nbad;Bad\n';
    const { headers, payload } = multipart(bob.token(), file);
    const sent = await app.inject({
      method: 'POST',
      url: '/app/contacts/import',
      headers: { ...headers, cookie: bob.cookie },
      payload,
    });
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, '/app/contacts/import']);
    const preview = (await bob.get('/app/contacts/import')).payload;
    assert.match(preview, /New: 1/);
    assert.match(preview, /Not imported: 1/);
    assert.match(preview, /No valid e-mail address/);
    assert.equal((await bob.get('/app/contacts/import')).statusCode, 200);
    const form = { id: hiddenField(preview, 'id'), digest: hiddenField(preview, 'digest') };
    const old = await bob.post('/app/contacts/import/confirm', { ...form, digest: 'other' });
    assert.equal(old.statusCode, 422);
    const done = await bob.post('/app/contacts/import/confirm', form);
    assert.equal(done.headers.location, '/app/contacts?done=imported');
    assert.match((await bob.get('/app/contacts')).payload, /new@example\.com/);
    const csv = await bob.get('/app/contacts.csv');
    assert.match(
      csv.headers['content-disposition'] as string,
      /attachment; filename="contacts\.csv"/,
    );
    assert.match(csv.payload, /'=HYPERLINK/);
    assert.equal(parseCsv(csv.payload)[1]?.cells[1], '=HYPERLINK');
    assert.match((await bob.get('/app/contacts.vcf')).payload, /^BEGIN:VCARD\r\n/);
  });

  test('a second file of the same person is asked to wait while the first is read', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => `c${at}@example.com\n`).join('');
    const post = () => {
      const { headers, payload } = multipart(bob.token(), `Email\n${rows}`);
      const url = '/app/contacts/import';
      return fixture.app.inject({
        ...{ method: 'POST', url, payload },
        headers: { ...headers, cookie: bob.cookie },
      });
    };
    const answers = await Promise.all([post(), post()]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 429]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    assert.equal(refused?.headers['retry-after'], '10');
    assert.equal((await post()).statusCode, 303);
    assert.equal((await bob.post('/app/contacts/import/discard')).statusCode, 303);
  });

  test('an import of a bad file says why, and keeps nothing', async () => {
    const { app } = fixture;
    const post = async (file: string, token: string | undefined = bob.token()) => {
      const { headers, payload } = multipart(token, file, file === '' ? '' : 'a.csv');
      const url = '/app/contacts/import';
      return await app.inject({
        method: 'POST',
        url,
        headers: { ...headers, cookie: bob.cookie },
        payload,
      });
    };
    assert.match((await post('')).payload, /Choose a file first/);
    assert.match((await post('Colour;Size\nred;1')).payload, /no column with e-mail addresses/);
    assert.match((await post('Email\na "b" c')).payload, /Check row 2/);
    const large = await post('x'.repeat(10 * 1024 * 1024 + 1));
    assert.equal(large.statusCode, 422);
    assert.match(large.payload, /larger than 10/);
    await post('Email\na@example.com');
    assert.equal((await bob.post('/app/contacts/import/discard')).statusCode, 303);
    assert.ok(!(await bob.get('/app/contacts/import')).payload.includes('New: 1'));
  });

  test('a file without a token of its session is refused, and nothing is kept', async () => {
    const { app } = fixture;
    for (const token of [undefined, 'wrong', alice.token()]) {
      const { headers, payload } = multipart(token, 'Email\nx@example.com');
      const url = '/app/contacts/import';
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { ...headers, cookie: bob.cookie },
        payload,
      });
      assert.equal(answer.statusCode, 403);
    }
    assert.equal(await fixture.database.contactBook.findImport(bob.account.id, 0), undefined);
  });

  test('a full page of contacts is below 80 kB, and leads to the next', async () => {
    const carol = await fixture.addPerson('carol@example.com');
    const many = Array.from({ length: 120 }, (_, index) =>
      sampleContact(`person-${String(index).padStart(3, '0')}@a-long-company-name.example.com`, {
        nick: `Person "${index}" 会計 of a Department`,
        number: '4915112345678',
      }),
    );
    await fixture.database.contacts.replaceLocal(carol.account.id, many);
    let path: string | undefined = '/app/contacts';
    const seen = new Set<string>();
    for (let pages = 0; path !== undefined && pages < 5; pages += 1) {
      const { payload } = await carol.get(path);
      assert.ok(Buffer.byteLength(payload) < 80_000, `${Buffer.byteLength(payload)} bytes`);
      for (const [email] of payload.matchAll(/person-\d+@/g)) seen.add(email);
      const [, next] = /href="(\/app\/contacts\?after=[^"]+)"/.exec(payload) ?? [];
      path = next;
    }
    assert.equal(seen.size, 120);
    assert.match((await carol.get('/app/contacts?q=person')).payload, /first 50 matches/);
  });

  test('the longest names lead to the next page, too', async () => {
    const dora = await fixture.addPerson('dora@example.com');
    const many = Array.from({ length: 51 }, (_, index) =>
      sampleContact(`${String(index).padStart(2, '0')}@example.com`, { nick: '会'.repeat(255) }),
    );
    await fixture.database.contacts.replaceLocal(dora.account.id, many);
    const { payload } = await dora.get('/app/contacts');
    const [, next = assert.fail()] = /href="(\/app\/contacts\?after=[^"]+)"/.exec(payload) ?? [];
    const last = (await dora.get(next)).payload;
    assert.deepEqual(last.match(/\b\d\d@example/g), ['50@example']);
  });

  test('every page is there in every language', async () => {
    for (const language of languages) {
      const reader = await fixture.addPerson(`${language}@example.com`, { language });
      for (const path of [
        '/app/contacts',
        '/app/contacts/new',
        '/app/contacts/groups',
        '/app/contacts/import',
      ]) {
        const { statusCode, payload } = await reader.get(path);
        assert.equal(statusCode, 200);
        assert.match(payload, new RegExp(`<html lang="${language}"`));
        assert.ok(!/\{\w+\}/.test(payload), `${language} ${path}`);
      }
    }
  });

  test('a cursor comes back as it was', () => {
    for (const sortKey of ['a "b" \\c', 'é 会', '']) {
      const cursor = { sortKey, email: 'a@b' };
      assert.deepEqual(findCursor(cursorText(cursor)), cursor);
    }
    for (const text of ['', 'x', cursorText({ sortKey: 'a', email: '' })]) {
      assert.equal(findCursor(text), undefined);
    }
  });
});

import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { composeTestApp } from '../../../compose/test-app-fixture.ts';
import { tokenField } from '../../routing/session-guard.ts';
import { openPeopleFixture, ownForm } from '../people-fixture.ts';

const path = '/app/admin/appearance';
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path d="M0 0h4v1H0z"/></svg>';
const script = '<svg viewBox="0 0 1 1"><script>1</script></svg>';

async function open(context: TestContext, ...args: string[]) {
  const fixture = await openPeopleFixture(context, { args });
  const { app, database } = fixture;
  const admin = await fixture.addPerson('admin@example.com', { role: 'admin' });
  const other = await fixture.addPerson('other@example.com', { role: 'admin' });
  const user = await fixture.addPerson('user@example.com');

  /** Sends the form of the page. */
  function send(
    fields: Record<string, string>,
    { logo = '', person = admin, accept = 'text/html' } = {},
  ) {
    const boundary = 'a-boundary';
    const part = (head: string, body: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    return app.inject({
      method: 'POST',
      url: path,
      headers: {
        ...ownForm,
        ...{ accept, cookie: person.cookie },
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: [
        part(`name="${tokenField}"`, person.token()),
        ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value)),
        part(`name="file"; filename="${logo === '' ? '' : 'logo.svg'}"`, logo),
        `--${boundary}--\r\n`,
      ].join(''),
    });
  }

  const save = (fields: Record<string, string>, logo = '') =>
    send({ act: 'save', ...fields }, { logo });
  const mailsOf = async (to: string) =>
    (await database.outbox.list(50)).filter((mail) => mail.to === to).map(({ kind }) => kind);
  return { ...fixture, admin, other, user, send, save, mailsOf };
}

const chosen = {
  serviceName: 'The Clinic',
  accentColor: 'FFD400',
  supportAddress: 'Help@clinic.example',
};

describe('the appearance', () => {
  test('is chosen by administrators, and everything follows', async (context) => {
    const { app, admin, user, database, save, mailsOf } = await open(context);
    assert.equal((await user.get(path)).statusCode, 404);
    assert.equal((await admin.get(path)).statusCode, 200);
    const saved = await save(chosen, svg);
    assert.equal(saved.headers.location, `${path}?done=saved`);
    const { body } = await admin.get(`${path}?done=saved`);
    assert.match(body, /<title>Appearance · The Clinic<\/title>/);
    assert.match(body, /All administrators are told by e-mail/);
    assert.match(body, /value="#ffd400"/);

    const styles = await app.inject({ url: '/assets/valise.css' });
    assert.match(styles.body, /--accent: #806900;/);
    const logo = await app.inject({ url: '/assets/logo' });
    assert.equal(logo.body, svg);
    assert.equal(logo.headers['x-content-type-options'], 'nosniff');
    assert.match(String(logo.headers['content-security-policy']), /^sandbox;/);
    const manifest = await app.inject({ url: '/app/manifest.webmanifest' });
    assert.match(manifest.body, /"name":"The Clinic".*"theme_color":"#806900"/);
    const reference = await app.inject({ url: '/api/v1/' });
    assert.match(reference.body, /The Clinic/);
    const ended = await app.inject({
      url: `/d/${'x'.repeat(43)}`,
      headers: { accept: 'text/html' },
    });
    assert.match(ended.body, /help@<wbr \/>clinic\.example/);
    const contact = await app.inject({ url: '/.well-known/security.txt' });
    assert.match(contact.body, /mailto:help@clinic\.example/);

    const records = await database.audit.listNewest(20);
    const record = records.find(({ action }) => action === 'appearance.changed');
    assert.deepEqual(record?.details, {
      changed: 'serviceName accentColor supportAddress logo',
    });
    for (const each of ['admin@example.com', 'other@example.com']) {
      assert.deepEqual(await mailsOf(each), ['appearance_changed']);
    }
    assert.deepEqual(await mailsOf('user@example.com'), []);
  });

  test('is written once, and taken back by one button', async (context) => {
    const { app, admin, database, save, mailsOf } = await open(context);
    await save(chosen, svg);
    await save({ ...chosen, accentColor: '#ffd400', supportAddress: 'help@clinic.example' });
    assert.deepEqual(await mailsOf('other@example.com'), ['appearance_changed']);
    await save({ ...chosen, withoutLogo: 'on' });
    const { logo } = await database.appearance.find();
    assert.equal(logo, undefined);
    const reset = await admin.post(`${path}/reset`, {});
    assert.equal(reset.headers.location, `${path}?done=saved`);
    assert.match((await admin.get(path)).body, /<title>Appearance · Valise<\/title>/);
    assert.doesNotMatch((await app.inject({ url: '/assets/logo' })).body, /M0 0h4v1/);
  });

  test('is not what is wrong, and nothing else changes with it', async (context) => {
    const { send, save, database } = await open(context);
    const wrong = [
      [{ serviceName: 'x'.repeat(61) }, '', /at most 60 characters/],
      [{ accentColor: 'red' }, '', /hexadecimal digits/],
      [{ supportAddress: 'nobody' }, '', /valid e-mail address/],
      [{}, script, /nothing but a drawing/],
      [{}, `${svg}${' '.repeat(60_000)}`, /nothing but a drawing/],
    ] as const;
    for (const [fields, logo, text] of wrong) {
      const answer = await save({ ...chosen, ...fields }, logo);
      assert.equal(answer.statusCode, 422);
      assert.match(answer.body, text);
      assert.match((await send({ act: 'preview', ...chosen, ...fields }, { logo })).body, text);
    }
    assert.equal(await database.appearance.version(), 0);
  });

  test('is not chosen where the operator has set it', async (context) => {
    const set = ['--service-name', 'Set', '--accent-color', '123456'];
    const { admin, save, database } = await open(context, ...set);
    const { body } = await admin.get(path);
    assert.match(body, /Set by the operator with serviceName/);
    assert.match(body, /Set by the operator with accentColor/);
    assert.doesNotMatch(body, /name="serviceName"|name="accentColor"/);
    await save(chosen);
    const { serviceName, accentColor, supportAddress } = await database.appearance.find();
    assert.deepEqual([serviceName, accentColor], [undefined, undefined]);
    assert.equal(supportAddress, 'help@clinic.example');
    assert.match((await admin.get(path)).body, /· Set<\/title>/);
  });
});

describe('a preview', () => {
  test('shows what would be, keeps a chosen logo for the next form, and saves nothing', async (context) => {
    const { admin, send, save, database } = await open(context);
    const { body, statusCode, headers } = await send({ act: 'preview', ...chosen }, { logo: svg });
    assert.equal(statusCode, 200);
    const base64 = Buffer.from(svg).toString('base64');
    assert.ok(body.includes(`src="data:image/svg+xml;base64,${base64}"`));
    assert.match(body, /<bdi>The Clinic<\/bdi>/);
    assert.match(body, /name="serviceName"[^>]*value="The Clinic"/);
    assert.match(String(headers['content-security-policy']), /img-src 'self' data:;/);
    assert.match(body, /preview\.css\?color=ffd400"/);
    assert.match(body, /<title>Appearance · Valise<\/title>/);
    assert.equal(await database.appearance.version(), 0);
    const [, kept = ''] = /name="chosenLogo" value="([^"]*)"/.exec(body) ?? [];
    await save({ ...chosen, chosenLogo: kept });
    assert.equal((await database.appearance.find()).logo?.toString(), svg);

    const sheet = await admin.get(`${path}/preview.css?color=ffd400`);
    assert.equal(sheet.headers['content-type'], 'text/css; charset=utf-8');
    assert.match(sheet.body, /\.preview-light \{ --accent: #806900; --accent-ground: #f0ede0; \}/);
    assert.match(sheet.body, /\.preview-dark \{ --accent: #ffd400;/);
    assert.match(sheet.body, /\.preview-light, \.preview-dark \{[^}]*--accent-strong: color-mix/);
    assert.match(sheet.body, /\.preview-dark \{[^}]*--page: #10171a/);
    const ours = await admin.get(`${path}/preview.css?color=%7B%7D`);
    assert.doesNotMatch(ours.body, /ffd400|\{\}/);
  });

  test('is a part of the page for its script', async (context) => {
    const { send } = await open(context);
    const { body } = await send(chosen, { accept: 'application/json' });
    assert.match(body, /^<link\s+rel="stylesheet"[^>]*color=ffd400/);
    assert.match(body, /preview-dark/);
    assert.doesNotMatch(body, /<html/);
  });
});

test('another process shows within seconds what was changed in one', async (context) => {
  const { app, config, installation, save } = await open(context);
  const second = await composeTestApp(installation, config);
  context.after(() => second.close());
  const nameIn = async (each: typeof app) =>
    /<title>[^<]*· ([^<]*)<\/title>/.exec((await each.inject({ url: '/sign-in' })).body)?.[1];
  assert.equal(await nameIn(second), 'Valise');
  const styles = await second.inject({ url: '/assets/app.css' });
  await save(chosen, svg);
  assert.equal(await nameIn(app), 'The Clinic');
  for (let tries = 0; (await nameIn(second)) === 'Valise' && tries < 100; tries += 1) {
    await wait(100);
  }
  assert.equal(await nameIn(second), 'The Clinic');
  const later = await second.inject({ url: '/assets/app.css' });
  assert.notEqual(later.headers.etag, styles.headers.etag);
  assert.match(later.body, /--accent: #ffd400/);
});

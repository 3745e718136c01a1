import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { loadSettings } from './load-config.ts';
import { Secret } from './secret.ts';
import { nameSettings, wholeNumber } from './setting.ts';

const table = nameSettings({
  mailPort: { doc: 'Of the mail server.', kind: wholeNumber(1, 65_535), default: 25 },
  mailPassword: { doc: 'For the mail server.', secret: 'main' },
});

interface Places {
  args?: string[];
  env?: Record<string, string>;
  file?: object;
  standardInput?: string;
}

async function load(t: TestContext, { args = [], env = {}, file = {}, standardInput }: Places) {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-secrets-'));
  t.after(() => rm(dataDir, { recursive: true }));
  await writeFile(join(dataDir, 'valise.json'), JSON.stringify(file));
  await writeFile(join(dataDir, 'password'), 'hunter2\n', { mode: 0o600 });
  await writeFile(join(dataDir, 'empty'), '\n');
  const readStandardInput = () =>
    standardInput === undefined
      ? Promise.reject(new Error('standard input is closed'))
      : Promise.resolve(standardInput);
  return loadSettings(table, { dataDir, args, env, cwd: dataDir, readStandardInput });
}

test('a secret may be left unset', async (t) => {
  const { values, problems } = await load(t, {});
  assert.deepEqual(values, { mailPort: 25, mailPassword: undefined });
  assert.deepEqual(problems, []);
});

const places: [Places, string][] = [
  [{ args: ['--mail-password-file', 'password'] }, 'flag --mail-password-file'],
  [{ env: { VALISE_MAIL_PASSWORD_FILE: 'password' } }, 'environment VALISE_MAIL_PASSWORD_FILE'],
  [{ file: { mailPasswordFile: 'password' } }, 'file '],
  [{ args: ['--mail-password-file', '-'], standardInput: 'hunter2\r\n' }, 'flag '],
];

for (const [given, origin] of places) {
  test(`a secret is read from where ${JSON.stringify(given)} says`, async (t) => {
    const { values, origins, problems } = await load(t, given);
    assert.deepEqual(problems, []);
    assert.ok(values.mailPassword instanceof Secret);
    assert.equal(values.mailPassword.reveal(), 'hunter2');
    assert.ok(origins.mailPassword.startsWith(origin));
  });
}

const writtenOut: [Places, string][] = [
  [{ args: ['--mail-password', 'hunter2'] }, '--mail-password-file'],
  [{ args: ['--mail-password=hunter2'] }, '--mail-password-file'],
  [{ env: { VALISE_MAIL_PASSWORD: 'hunter2' } }, 'VALISE_MAIL_PASSWORD_FILE'],
  [{ file: { mailPassword: 'hunter2' } }, 'mailPasswordFile'],
];

for (const [given, instead] of writtenOut) {
  test(`a secret in ${JSON.stringify(given)} is refused, and not repeated`, async (t) => {
    const { values, problems } = await load(t, given);
    assert.equal(values.mailPassword, undefined);
    assert.equal(problems.length, 1);
    assert.match(problems[0]?.problem ?? '', new RegExp(`is a secret .*${instead} `));
    assert.doesNotMatch(JSON.stringify(problems), /hunter2/);
  });
}

for (const mailPasswordFile of ['missing', 'empty', '', '.', 7, ['password'], '-']) {
  test(`${JSON.stringify(mailPasswordFile)} gives no secret`, async (t) => {
    const { values, problems } = await load(t, { file: { mailPasswordFile } });
    assert.ok(!('mailPassword' in values));
    assert.deepEqual(
      problems.map(({ field }) => field),
      ['mailPassword'],
    );
  });
}

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { settings } from '../config/settings.ts';
import { openCommandLine } from './command-fixture.ts';

interface Shown {
  data: { value: string; origin: string };
  settings: Record<string, { value: unknown; origin: string }>;
}

test('every setting is shown with its value and where it came from', async (t) => {
  const line = await openCommandLine(t);
  await mkdir(line.dataDir);
  await writeFile(join(line.dataDir, 'valise.json'), '{"minFreeSpace": "2GiB"}');
  const env = { VALISE_CSRF_LIFETIME: '90s' };
  const { stdout } = await line.type('config --port 81', { env });
  assert.match(stdout, /^SETTING +VALUE +FROM\ndata +\/.+\/data +default\n/);
  assert.match(stdout, /^port +81 +flag --port$/m);
  assert.match(stdout, /^csrfLifetime +90s +environment VALISE_CSRF_LIFETIME$/m);
  assert.match(stdout, /^minFreeSpace +2GiB +file .+valise\.json$/m);
  assert.match(stdout, /^desttimeMax +365d +default$/m);
  assert.match(stdout, /^publicUrl +none +default$/m);
  assert.match(stdout, /^trustedProxies +empty +default$/m);
  assert.match(stdout, /^accentColor +by administrators +default$/m);
  const shown = await line.json<Shown>('config --port 81 --trusted-proxies 10.0.0.1', { env });
  assert.deepEqual(Object.keys(shown.settings), Object.keys(settings));
  assert.deepEqual(shown.settings['port'], { value: 81, origin: 'flag --port' });
  assert.deepEqual(shown.settings['csrfLifetime']?.value, 90_000);
  assert.deepEqual(shown.settings['publicUrl'], { value: null, origin: 'default' });
  assert.deepEqual(shown.settings['trustedProxies']?.value, ['10.0.0.1']);
  assert.deepEqual(shown.data, { value: line.dataDir, origin: 'default' });
});

test('texts of the operator’s that are not there are warnings', async (t) => {
  const line = await openCommandLine(t);
  const texts = join(line.folder, 'texts');
  await mkdir(texts);
  await writeFile(join(texts, 'de.json'), '{"send": {"greeting": "Hallo", "remove": "Weg"}}');
  const { status, stdout, stderr } = await line.type('config --texts-dir texts');
  assert.equal(status, 0);
  assert.match(stdout, /^textsDir /m);
  assert.equal(stderr, 'valise: de.json.send.greeting: There is no such text. It is not used.\n');
});

test('it needs no data folder, and says what is wrong with the settings', async (t) => {
  const line = await openCommandLine(t);
  assert.equal((await line.type('config')).status, 0);
  const { status, stderr } = await line.type('config --port none', { env: { VALISE_HOST: '' } });
  assert.equal(status, 3);
  assert.match(stderr, /port/);
  assert.match(stderr, /host/);
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingsAsMarkdown } from './describe-settings.ts';
import { loadConfig } from './load-config.ts';
import { nameSettings } from './setting.ts';
import { settings } from './settings.ts';

test('the page names every setting, its flag, its variable and its meaning', () => {
  const markdown = settingsAsMarkdown();
  for (const { key, flag, env, doc } of Object.values(settings)) {
    const row = `| \`${key}\` | \`${flag}\` | \`${env}\` |`;
    assert.ok(markdown.split('\n').some((line) => line.startsWith(row) && line.includes(doc)));
  }
});

test('the page says how to hand over a secret', () => {
  const markdown = settingsAsMarkdown(nameSettings({ pin: { doc: 'A pin.', secret: 'main' } }));
  assert.match(
    markdown,
    /\| `pinFile` \| `--pin-file` \| `VALISE_PIN_FILE` \| none \| A pin\. Takes .*file/,
  );
});

test('the example on the page is a valise.json that works', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-example-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const [, example = ''] = /```json\n(.*?)```/s.exec(settingsAsMarkdown()) ?? [];
  await writeFile(join(dataDir, 'valise.json'), example);
  const readStandardInput = () => Promise.resolve('');
  const { config } = await loadConfig({
    dataDir,
    args: [],
    env: {},
    cwd: dataDir,
    readStandardInput,
  });
  assert.equal(config.serviceName, 'Example Exchange');
});

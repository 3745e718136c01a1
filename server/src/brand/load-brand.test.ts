import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { ValiseError } from '../domain/model/valise-error.ts';
import { languages } from '../i18n/language.ts';
import { ourTexts } from '../i18n/texts/texts.ts';
import { loadBrand } from './load-brand.ts';

const nothing = {
  serviceName: undefined,
  supportAddress: undefined,
  logoFile: undefined,
  accentColor: undefined,
  textsDir: undefined,
};

async function folderWith(context: TestContext, files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'valise-brand-'));
  context.after(() => rm(dir, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  return dir;
}

test('without settings, everything is ours', async () => {
  const { logo, accent, translations } = await loadBrand(nothing);
  assert.equal(logo, undefined);
  assert.equal(accent, undefined);
  for (const language of languages) assert.equal(translations[language].texts, ourTexts[language]);
});

test('an accent comes in shades that can be read', async () => {
  const { accent } = await loadBrand({ ...nothing, accentColor: '#ffd400' });
  assert.deepEqual([accent?.light.ink, accent?.dark.ink], ['#806900', '#ffd400']);
});

test('pages and mails of one language take the operator’s texts', async (context) => {
  const sv = {
    download: { sentBy: { one: '{sender} delar en fil', other: '{sender} delar {count} filer' } },
    upload: { begun: { part: '{share} är framme' } },
    mail: { downloadSubject: 'Filer från {sender}' },
  };
  const textsDir = await folderWith(context, { 'sv.json': JSON.stringify(sv), 'README.md': '#' });
  const { translations } = await loadBrand({ ...nothing, textsDir });
  const { say } = translations.sv;
  assert.equal(say('download.sentBy', { sender: 'Anna', count: 2 }), 'Anna delar 2 filer');
  assert.equal(say('upload.begun.part', { share: '5 %' }), '5 % är framme');
  assert.equal(say('mail.downloadSubject', { sender: 'Anna', files: 2 }), 'Filer från Anna');
  assert.equal(translations.en.texts, ourTexts.en);
});

test('a text that is not there stops nothing', async (context) => {
  const sv = { download: { greeting: 'Hej', files: 'Dina filer' }, pages: {} };
  const textsDir = await folderWith(context, { 'sv.json': JSON.stringify(sv) });
  const { translations, warnings } = await loadBrand({ ...nothing, textsDir });
  assert.equal(translations.sv.say('download.files'), 'Dina filer');
  const fields = warnings.map(({ field }) => field);
  assert.deepEqual(fields, ['sv.json.download.greeting', 'sv.json.pages']);
});

test('everything that is wrong is named at once, and stops the start', async (context) => {
  const textsDir = await folderWith(context, {
    'sv.json': JSON.stringify({ mail: { sentBy: 'Av {name}', unwanted: '' } }),
    'xx.json': '{}',
    'de.json': '{',
  });
  const logoFile = join(textsDir, 'sv.json');
  await assert.rejects(loadBrand({ ...nothing, logoFile, textsDir }), (error) => {
    assert.ok(error instanceof ValiseError && error.code === 'config_invalid');
    const fields = error.details?.map(({ field }) => field);
    assert.deepEqual(fields, [
      'logoFile',
      'de.json',
      'sv.json.mail.sentBy',
      'sv.json.mail.unwanted',
      'xx.json',
    ]);
    return true;
  });
  const missing = join(textsDir, 'missing');
  await assert.rejects(loadBrand({ ...nothing, textsDir: missing }), /textsDir/);
});

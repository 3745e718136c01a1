import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { ValiseError } from '../domain/model/valise-error.ts';
import { languages } from '../i18n/language.ts';
import { loadBrand, ourTexts, valueNames } from './load-brand.ts';

const nothing = { logoFile: undefined, accentColor: undefined, textsDir: undefined };

async function folderWith(context: TestContext, files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'valise-brand-'));
  context.after(() => rm(dir, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  return dir;
}

test('without settings, everything is ours', async () => {
  const { logo, accent, texts } = await loadBrand(nothing);
  assert.equal(logo, undefined);
  assert.equal(accent, undefined);
  for (const language of languages) assert.deepEqual(texts[language], ourTexts(language));
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
  const { texts } = await loadBrand({ ...nothing, textsDir });
  assert.equal(texts.sv.download.sentBy({ sender: 'Anna', count: 2 }), 'Anna delar 2 filer');
  assert.equal(texts.sv.upload.begun.part('5 %'), '5 % är framme');
  assert.equal(texts.sv.mail.downloadSubject('Anna', 2), 'Filer från Anna');
  assert.deepEqual(texts.en, ourTexts('en'));
});

test('everything that is wrong is named at once, and stops the start', async (context) => {
  const textsDir = await folderWith(context, {
    'sv.json': JSON.stringify({ mail: { sentBy: 'Av {name}' }, pages: {} }),
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
      'sv.json.pages',
      'xx.json',
    ]);
    return true;
  });
  const missing = join(textsDir, 'missing');
  await assert.rejects(loadBrand({ ...nothing, textsDir: missing }), /textsDir/);
});

test('every text that is made of values says what they are called', () => {
  function sentencesIn(texts: object, path: string[] = []): string[] {
    return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
      if (typeof text === 'function') return [[...path, key].join('.')];
      return typeof text === 'object' && text !== null ? sentencesIn(text, [...path, key]) : [];
    });
  }
  for (const [group, names] of Object.entries(valueNames)) {
    const texts = ourTexts('en')[group as keyof typeof valueNames];
    assert.deepEqual(Object.keys(names).sort(), sentencesIn(texts).sort(), group);
  }
});

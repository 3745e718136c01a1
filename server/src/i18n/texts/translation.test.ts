import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../language.ts';
import { ourTexts } from './texts.ts';
import { ourTranslations, translate } from './translation.ts';

function counted(language: 'en' | 'fr' | 'pl' | 'es', ...counts: number[]): string[] {
  const sentBy = {
    en: { one: 'file', other: 'files' },
    fr: { one: 'fichier', other: 'fichiers' },
    pl: { one: 'plik', few: 'pliki', many: 'plików', other: 'pliku' },
    es: { one: 'archivo', other: 'archivos' },
  }[language];
  const texts = ourTexts[language];
  const download = { ...texts.download, sentBy };
  const { say } = translate({ [language]: { ...texts, download } })[language];
  return counts.map((count) => say('download.sentBy', { sender: 'Anna', count }));
}

test('English tells one from many', () => {
  assert.deepEqual(counted('en', 0, 1, 2, 21), ['files', 'file', 'files', 'files']);
});

test('French counts none as one', () => {
  assert.deepEqual(counted('fr', 0, 1, 2), ['fichier', 'fichier', 'fichiers']);
});

test('Polish has its few and its many', () => {
  assert.deepEqual(counted('pl', 0, 1, 2, 5, 12, 21, 22, 1.5), [
    'plików',
    'plik',
    'pliki',
    'plików',
    'plików',
    'plików',
    'pliki',
    'pliku',
  ]);
});

test('a form that was not given is the other one', () => {
  assert.deepEqual(counted('es', 1_000_000), ['archivos']);
});

test('a count is written as its language writes numbers', () => {
  const { en, de, pl } = ourTranslations;
  const values = { sender: 'Anna', files: 12_345 };
  assert.equal(en.say('mail.downloadSubject', values), 'Anna sent you 12,345 files');
  assert.match(de.say('mail.downloadSubject', values), /12\.345/);
  assert.match(pl.say('mail.receiptSubject', { receiver: 'Bo', files: 12_345 }), /12\s345/);
});

test('a value is no template: a person may be called {files}', () => {
  const { say } = ourTranslations.pl;
  assert.equal(
    say('mail.receiptSubject', { receiver: '{files}', files: 1 }),
    '{files}: pobrano plik',
  );
});

test('a text whose value is not known gives way to one without it', () => {
  for (const language of languages) {
    const { say } = ourTranslations[language];
    assert.match(say('upload.title', { sender: 'anna@clinic.example' }), /anna@clinic\.example/);
    assert.match(say('upload.told', { sender: 'anna@clinic.example' }), /anna@clinic\.example/);
    assert.doesNotMatch(say('upload.title', { sender: undefined }), /undefined|\{/);
    assert.doesNotMatch(say('upload.told', { sender: undefined }), /undefined|\{/);
    assert.match(say('upload.limits', { count: 20, size: '10 GB' }), /20.*10 GB/);
    assert.doesNotMatch(say('upload.limits', { count: 1, size: undefined }), /undefined|\{/);
    const service = 'Valise';
    assert.match(say('code.title', { sender: 'anna@clinic.example', service }), /anna@clinic/);
    assert.match(say('code.title', { sender: undefined, service }), /Valise/);
  }
});

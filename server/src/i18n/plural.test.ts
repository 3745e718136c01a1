import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plural } from './plural.ts';

test('English tells one from many', () => {
  const forms = { one: 'file', other: 'files' };
  assert.deepEqual(
    [0, 1, 2, 21].map((count) => plural('en', count, forms)),
    ['files', 'file', 'files', 'files'],
  );
});

test('French counts none as one', () => {
  const forms = { one: 'fichier', other: 'fichiers' };
  assert.deepEqual(
    [0, 1, 2].map((count) => plural('fr', count, forms)),
    ['fichier', 'fichier', 'fichiers'],
  );
});

test('Polish has its few and its many', () => {
  const forms = { one: 'plik', few: 'pliki', many: 'plików', other: 'pliku' };
  assert.deepEqual(
    [0, 1, 2, 5, 12, 21, 22, 1.5].map((count) => plural('pl', count, forms)),
    ['plików', 'plik', 'pliki', 'plików', 'plików', 'plików', 'pliki', 'pliku'],
  );
});

test('line 20: the count is written as its language writes numbers', () => {
  const forms = { other: '{count} / {count}' };
  assert.equal(plural('en', 12_345, forms), '12,345 / 12,345');
  assert.equal(plural('de', 12_345, forms), '12.345 / 12.345');
});

test('a form that was not given is the other one', () => {
  assert.equal(plural('es', 1_000_000, { one: 'archivo', other: 'archivos' }), 'archivos');
});

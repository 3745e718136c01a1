import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { CompiledField, CompiledOperation } from '#protocol/operations/compiled.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { readInput } from './read-input.ts';

function field(name: string, rest: Partial<CompiledField> = {}): CompiledField {
  return {
    ...{ name, kind: 'text', isOptional: true, problem: 'is wrong.', fits: () => true },
    ...rest,
  };
}

function read(input: CompiledOperation['input'], request: object): Record<string, unknown> {
  return readInput({ input }, request as FastifyRequest);
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof ValiseError);
    return `${error.code} ${error.message}`;
  }
  return 'none';
}

const lenient = { lenient: true };

test('texts, numbers, marks and lists are read as their kinds are written', () => {
  const fields = [
    field('q', { trim: true, cut: 3 }),
    field('days', { kind: 'whole' }),
    field('receipts', { kind: 'mark' }),
    field('reminders', { kind: 'mark' }),
    field('keep', { kind: 'list' }),
    field('none', { kind: 'list' }),
  ];
  const form = new URLSearchParams('q=+abcd&days=007&receipts=on&keep=a&keep=b');
  assert.deepEqual(read({ form: fields }, { form }), {
    form: { q: 'abc', days: 7, receipts: true, reminders: false, keep: ['a', 'b'], none: [] },
  });
});

test('of a field that comes twice, the first of a form counts, and none of a query', () => {
  const fields = [field('a', lenient)];
  const form = new URLSearchParams('a=1&a=2');
  assert.deepEqual(read({ form: fields }, { form }), { form: { a: '1' } });
  assert.deepEqual(read({ query: fields }, { query: { a: ['1', '2'] } }), { query: {} });
});

test('what does not fit is left out where that is harmless', () => {
  const fields = [field('page', { kind: 'whole', ...lenient, fits: (value) => Number(value) < 9 })];
  for (const page of ['x', '-1', '1.5', '9']) {
    assert.deepEqual(read({ query: fields }, { query: { page } }), { query: {} }, page);
  }
});

test('and refused where it is not, by where it stands', () => {
  const fields = [field('x', { isOptional: false, fits: (value) => value === 'right' })];
  const asks = (request: object, part: string) => () => read({ [part]: fields }, request);
  assert.equal(
    refusal(asks({ params: { x: 'wrong' } }, 'params')),
    'not_found There is nothing at this address.',
  );
  assert.equal(
    refusal(asks({ query: { x: 'wrong' } }, 'query')),
    'bad_request The query parameter x is wrong.',
  );
  assert.equal(
    refusal(asks({ query: {} }, 'query')),
    'bad_request The query parameter x is missing.',
  );
  assert.equal(
    refusal(asks({ headers: { x: 'wrong' } }, 'headers')),
    'bad_request The header X is wrong.',
  );
  assert.equal(
    refusal(asks({ form: new URLSearchParams('x=wrong') }, 'form')),
    'invalid x: is wrong.',
  );
  assert.equal(refusal(asks({ query: { x: 'right' } }, 'query')), 'none');
});

test('a schema can name the code of its refusal', () => {
  const fields = [field('upload-metadata', { code: 'headers_too_large', fits: () => false })];
  assert.equal(
    refusal(() => read({ headers: fields }, { headers: { 'upload-metadata': 'x' } })),
    'headers_too_large The header Upload-Metadata is wrong.',
  );
});

test('no field is taken from the prototype of what was sent', () => {
  const fields = [field('constructor'), field('toString')];
  assert.deepEqual(read({ query: fields }, { query: {} }), { query: {} });
});

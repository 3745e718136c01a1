import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValiseError, invalid } from '../../../domain/model/valise-error.ts';
import type { PageReader } from './frame.ts';
import type { Refusals } from './refusals.ts';
import { findRefusal, problemWith, refusedBecause } from './refusals.ts';

const reader = {} as PageReader;
const refusals: Refusals = {
  invalid: () => refusedBecause('Something is wrong.'),
  'invalid email': () => problemWith('email', 'No address.'),
  'invalid name': () => problemWith('name', 'No name.'),
  too_large: (_reader, { message }) => (message === 'Ours.' ? refusedBecause('Full.') : undefined),
};

const find = (error: unknown) => findRefusal(refusals, error, reader, {});

test('each wrong field is named once, in the order of the error', () => {
  const fields = ['name', 'email', 'name', 'other'];
  const refusal = find(invalid(fields.map((field) => ({ field, problem: 'is wrong.' }))));
  assert.deepEqual(refusal, {
    problems: [
      { field: 'name', text: 'No name.' },
      { field: 'email', text: 'No address.' },
    ],
  });
});

test('fields that the table does not have are told as a whole', () => {
  const refusal = find(invalid([{ field: 'other', problem: 'is wrong.' }]));
  assert.match(String(refusal?.notice), /Something is wrong/);
});

test('what is not of the area has no refusal', () => {
  assert.match(String(find(new ValiseError('too_large', 'Ours.'))?.notice), /Full/);
  assert.equal(find(new ValiseError('too_large', 'Of others.')), undefined);
  assert.equal(find(new ValiseError('not_found', 'Gone.')), undefined);
  assert.equal(find(new Error('a bug')), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overrideTexts } from '../../i18n/texts/override-texts.ts';
import { listTexts } from './upload-form.ts';

test('a text of the operator’s that is the same for all counts has a form that scripts find', () => {
  const { texts } = overrideTexts('en', { send: { moreFiles: '+ {count}' } });
  assert.deepEqual(listTexts(texts.send).moreFiles, { other: '+ {count}' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleAccount, sampleDispatch } from '../../testing/samples.ts';
import { historyWriter } from './wire.ts';

test('the sender of a history entry has words for flags, and the role as accountType', () => {
  const shown = {
    number: 'show_number',
    email: 'show_email',
    language: 'show_lang',
    nick: 'show_nick',
  };
  const all = { number: true, email: true, language: true, nick: true };
  for (const [field, flag] of Object.entries(shown)) {
    const account = sampleAccount('ann@example.com', {
      role: 'user',
      visibility: { ...all, [field]: false },
    });
    const write = historyWriter(account);
    const dispatch = sampleDispatch(account, 'drop');
    const { sender } = JSON.parse(
      write({ dispatch, receivers: [], files: [], endedAt: undefined }),
    ) as {
      sender: Record<string, unknown>;
    };
    assert.equal(sender['accountType'], 'user');
    assert.deepEqual(sender['settings'], {
      ...{ show_number: 'true', show_email: 'true', show_lang: 'true', show_nick: 'true' },
      [flag]: 'false',
    });
  }
});

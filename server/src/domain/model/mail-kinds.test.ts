import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailKind } from './mail-kinds.ts';
import { isToReceiver, linkMailKinds, mailKinds, mailsAsMarkdown, rowOf } from './mail-kinds.ts';

test('the mails that limits count are those of the index that counts them', () => {
  assert.deepEqual(linkMailKinds, ['download', 'upload']);
});

test('only mails to receivers have a link of a receiver, or can be refused by one', () => {
  for (const kind of mailKinds) {
    const { link, refusedBy } = rowOf(kind);
    assert.ok(isToReceiver(kind) || (link === undefined && refusedBy !== 'receiver'), kind);
    assert.ok(link === undefined || refusedBy === 'receiver', kind);
  }
});

test('a kind that a newer version wrote is about nothing that is known', () => {
  for (const kind of ['newer', 'constructor'] as unknown as MailKind[]) {
    assert.equal(rowOf(kind).about, 'account');
    assert.equal(isToReceiver(kind), false);
  }
});

test('the page lists every kind', () => {
  const page = mailsAsMarkdown();
  for (const kind of mailKinds) assert.ok(page.includes(`| \`${kind}\` |`), kind);
});

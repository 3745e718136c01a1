import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { noon } from '../../testing/fake-clock.ts';
import { idFor } from '../../testing/samples.ts';
import { writeMime } from './mime.ts';

const headers = {
  id: idFor<Parameters<typeof writeMime>[0]['id']>('mail'),
  from: { name: 'Files, of "Växjö"', address: 'valise@example.com' },
  to: 'bob@example.com',
  at: noon,
  host: 'files.example.com',
  unsubscribeLink: `https://files.example.com/no-reminder/${'r'.repeat(22)}/${'t'.repeat(43)}`,
};

const content = {
  subject: 'Ännchen sent you 3 files = “fine”?',
  text: `Hallå\n.\n..\nFrom me  \n=41 ${'long '.repeat(400)}\n--${headers.id}\nend`,
  html: '<p>Hallå</p><a href="https://files.example.com/d/x?a=1&amp;b=2">Open</a><a href="https://files.example.com/d/x?a=1&amp;b=2">Open</a>',
};

test('another reader of mail finds what was written', async () => {
  const mail = await PostalMime.parse(await writeMime(headers, content));
  assert.equal(mail.subject, content.subject);
  assert.equal(mail.text?.trimEnd(), content.text);
  assert.equal(mail.html?.trimEnd(), content.html);
  assert.deepEqual(mail.from, headers.from);
  assert.equal(mail.to?.[0]?.address, headers.to);
  assert.equal(mail.messageId, `<${headers.id}@files.example.com>`);
  assert.equal(mail.date, new Date(noon).toISOString());
  assert.deepEqual(mail.attachments, []);
  const automatic = mail.headers.find(({ key }) => key === 'auto-submitted');
  assert.equal(automatic?.value, 'auto-generated');
  const unsubscribe = mail.headers.filter(({ key }) => key.startsWith('list-'));
  assert.deepEqual(
    unsubscribe.map(({ key, value }) => [key, value]),
    [
      ['list-unsubscribe', `<${headers.unsubscribeLink}>`],
      ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
    ],
  );
});

test('the same mail makes the same bytes', async () => {
  assert.deepEqual(await writeMime(headers, content), await writeMime(headers, content));
});

test('every line is ASCII, short enough, and ends as SMTP wants it', async () => {
  const raw = (await writeMime(headers, content)).toString('latin1');
  assert.match(raw, /^[\t\r\n\x20-\x7e]*$/);
  assert.doesNotMatch(raw, /\r(?!\n)|(?<!\r)\n/);
  // An address cannot be folded.
  const lines = raw.split('\r\n').filter((line) => !line.includes('<https://'));
  assert.ok(lines.every((line) => line.length <= 78));
});

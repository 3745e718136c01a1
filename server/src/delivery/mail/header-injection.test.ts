import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor } from '../../testing/samples.ts';
import type { MailFacts } from './messages/render-mail.ts';
import { sampleReader } from './messages/mail-samples.ts';
import { renderMail } from './messages/render-mail.ts';
import { writeMime } from './mime.ts';

const count = 1000;
const id = idFor<Parameters<typeof writeMime>[0]['id']>('mail');

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\n\r',
  '\u2028',
  '\u0085',
  '\v',
  '\f',
  '\0',
  '%0d%0a',
  '\\r\\n',
];
const payloads = [
  ...[
    'Bcc: eve@evil.example',
    'Cc: eve@evil.example',
    'To: eve@evil.example',
    'From: eve@evil.example',
  ],
  ...[
    'Content-Type: text/html',
    'Content-Transfer-Encoding: base64',
    'X-Evil: yes',
    'Subject: other',
  ],
  ...[
    'MIME-Version: 2.0',
    'Message-ID: <other@evil.example>',
    ' folded',
    '\tfolded',
    '.',
    '.\r\nQUIT',
  ],
  ...['=?utf-8?q?=0d=0aBcc:_eve@evil.example?=', '=?utf-8?b?DQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?='],
  ...[
    `----_NmP-${id}-Part_1`,
    `----_NmP-${id}-Part_1--`,
    '--boundary--',
    '<script>',
    'x'.repeat(2000),
  ],
  ...[
    '\u202Egnp.exe',
    '\uD800',
    '\u{1F600}',
    '${7*7}',
    '{{7*7}}',
    '%s%n',
    '<a href="https://evil.example">',
  ],
];

const expectedHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-valise-reference',
];

function hostileText(randomness: ReturnType<typeof seededRandomness>): string {
  const parts = Array.from({ length: 1 + randomness.below(4) }, () => [
    breaks[randomness.below(breaks.length)],
    payloads[randomness.below(payloads.length)],
  ]);
  return ['Anna', ...parts.flat()].join('');
}

/** Facts of each kind whose every text is hostile. */
function hostileFacts(text: string): MailFacts[] {
  const person = { nick: text, email: 'anna@example.com' };
  const words = { title: text, message: text };
  const meant = { sender: person, receiver: 'bob@example.com' };
  const files = [{ name: text, sizeBytes: 1 }];
  const link = 'https://files.example.com/d/secret';
  const links = { link, refusalLink: 'https://files.example.com/no-mail/a/b' };
  const times = { expiresAt: noon, completedAt: noon };
  return [
    { kind: 'download', ...meant, ...words, files, ...links, ...times, isLocked: false },
    { kind: 'upload', ...meant, ...words, ...links, ...times },
    { kind: 'reminder', ...meant, title: text, files, ...links, ...times, isLocked: false },
    { kind: 'code', sender: person, code: '01234567', ...times },
    {
      kind: 'receipt',
      ...{ dropId: 'uX9wZ2r4TtK8mQeN0aBcDg', title: text, reference: text },
      ...{ receiver: person, files, link, ...times },
    },
    { kind: 'key_ending', email: 'anna@example.com', keys: [{ name: text, expiresAt: noon }] },
    {
      kind: 'received',
      contact: person,
      ...words,
      files,
      link,
      isPerson: true,
      ...times,
    },
    {
      kind: 'returned',
      receiver: person,
      title: text,
      files,
      count: 1,
      at: noon,
      refusalLink: links.refusalLink,
    },
    { kind: 'unfetched', receiver: person, title: text, files, ...times },
  ];
}

/** The names of the headers, found without a library. */
function headerNames(raw: string): string[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  return head
    .split('\r\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
}

test('what people write reaches no header but the subject and the reference, whatever it is', async () => {
  const randomness = seededRandomness('headers');
  for (let made = 0; made < count; made += 1) {
    const kinds = hostileFacts(hostileText(randomness));
    const facts = kinds[made % kinds.length];
    assert.ok(facts);
    const content = renderMail(facts, sampleReader());
    const raw = await writeMime(
      {
        id,
        from: { name: 'Valise', address: 'valise@example.com' },
        to: 'bob@example.com',
        at: noon,
        host: 'files.example.com',
        reference: hostileText(randomness),
        unsubscribeLink: undefined,
      },
      content,
    );
    const text = raw.toString('latin1');
    assert.deepEqual(headerNames(text).sort(), expectedHeaders);
    assert.doesNotMatch(text, /\r(?!\n)|(?<!\r)\n|[^\t\r\n\x20-\x7e]/);
    const boundary = /boundary="([^"]+)"/.exec(text)?.[1] ?? '';
    assert.equal(text.split(`\r\n--${boundary}`).length, 4, 'two parts and no more');

    const mail = await PostalMime.parse(raw);
    assert.deepEqual(mail.headers.map(({ key }) => key).sort(), expectedHeaders);
    assert.deepEqual(mail.from, { name: 'Valise', address: 'valise@example.com' });
    assert.deepEqual(mail.to, [{ name: '', address: 'bob@example.com' }]);
    assert.equal(mail.messageId, `<${id}@files.example.com>`);
    assert.doesNotMatch(mail.subject ?? '', /[\p{Cc}\p{Zl}\p{Zp}]/u);
    assert.doesNotMatch(mail.html ?? '', /<script|href="https:\/\/evil/);
    assert.deepEqual(mail.attachments, []);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { seededRandomness } from '../../sealing/crypto/vectors/seeded-randomness.ts';
import { parseContacts } from '../../domain/contacts/contact-input.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor } from '../../testing/samples.ts';
import { startCommandSink } from './smtp-server-fixture.ts';
import { sampleOutgoing } from './mail-transport.conformance.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { writeMime } from './mime.ts';

const count = 10_000;

/** What has broken a mailer before, and what such pieces are put between. */
const pieces = [
  ...['\r\n', '\n', '\r', '\0', '\u2028', '\u0085', '\t', ' ', '\\', '"', "'", '(', ')', '<', '>'],
  ...[',', ';', ':', '[', ']', '%0d%0a', '%', '!', '|', '`', '$(id)', '{}', '=?utf-8?q?=0a?=', '+'],
  ...['RCPT TO:<eve@evil.example>', 'Bcc: eve@evil.example', 'eve@evil.example', '@', '@@', '..'],
  ...[
    '.',
    '-',
    '_',
    '~',
    '*',
    '&',
    '#',
    '/',
    '?',
    '^',
    '\u{1F600}',
    'é',
    '\u212A',
    '\uFF20',
    '\u202E',
  ],
  ...['SIZE=1', ' NOTIFY=NEVER', '-oQ/tmp', '--', 'a'.repeat(70), '127.0.0.1', '[127.0.0.1]'],
];
const shapes = [
  (piece: string) => `bob${piece}@example.com`,
  (piece: string) => `${piece}bob@example.com`,
  (piece: string) => `bob@exa${piece}mple.com`,
  (piece: string) => `bob@example.com${piece}`,
  (piece: string) => `bob@example.com>${piece}<`,
  (piece: string) => `"${piece}"@example.com`,
  (piece: string) => `${piece}@${piece}`,
  (piece: string) => `Bob <${piece}@example.com>`,
];

function* hostileReceivers(): Generator<string> {
  const randomness = seededRandomness('receivers');
  for (let made = 0; made < count; made += 1) {
    const length = 1 + randomness.below(3);
    const piece = Array.from({ length }, () => pieces[randomness.below(pieces.length)]).join('');
    const shape = shapes[randomness.below(shapes.length)] ?? String;
    yield shape(piece).replace('bob', `bob${made}`);
  }
}

/** The address that a contact with this e-mail would have; undefined when it is refused. */
function approve(email: string): string | undefined {
  try {
    return parseContacts([{ email }], 'body')[0]?.email;
  } catch (error) {
    if (error instanceof ValiseError && error.code === 'invalid') return undefined;
    throw error;
  }
}

test('a hostile receiver is refused, or is told to the mail server exactly as approved', async (t) => {
  const sink = await startCommandSink(t);
  const transport = createSmtpTransport({
    host: '127.0.0.1',
    port: sink.port,
    connections: 1,
    security: 'none',
    credentials: undefined,
    ca: undefined,
  });
  t.after(() => {
    transport.close();
  });
  const approved = [...hostileReceivers()].map(approve).filter((email) => email !== undefined);
  for (const to of approved) await transport.send(sampleOutgoing(to, to));

  const told = sink.commands.filter((line) => !/^(?:EHLO|HELO|DATA|QUIT|RSET|NOOP)\b/.test(line));
  const expected = approved.flatMap((to) => [
    'MAIL FROM:<valise@example.org>',
    `RCPT TO:<${inSmtp(to)}>`,
  ]);
  assert.ok(approved.length > 500 && approved.length < count, `approved: ${approved.length}`);
  assert.deepEqual(told, expected);
});

test('an approved receiver is the only one that the headers name', async () => {
  const approved = new Set(
    [...hostileReceivers()].map(approve).filter((email) => email !== undefined),
  );
  const sample = [...approved].slice(0, 200);
  for (const to of sample) {
    const raw = await writeMime(
      {
        id: idFor(to),
        from: { name: 'Valise', address: 'valise@example.org' },
        to,
        at: noon,
        host: 'files.example.com',
        unsubscribeLink: undefined,
      },
      { subject: 'Files', text: 'text', html: '<p>html</p>' },
    );
    const mail = await PostalMime.parse(raw);
    assert.deepEqual(
      mail.to?.map(({ address }) => unquoted(address)),
      [to],
    );
    assert.equal(mail.cc ?? mail.bcc, undefined);
  }
});

/** A local part with dots where the grammar of SMTP and headers has none is quoted; the address is the same. */
function inSmtp(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return /^\.|\.\.|\.$/.test(local) ? `"${local}"@${domain}` : address;
}

function unquoted(address = ''): string {
  return address.replace(/^"(.*)"@/, '$1@');
}

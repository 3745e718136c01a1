import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { idFor } from '../../testing/samples.ts';
import type { MailTransport, OutgoingMail } from './mail-transport.ts';

/** A transport, and a look at what became of the mails it was given. */
export interface TransportUnderTest {
  transport: MailTransport;
  /** The raw messages that arrived, in any order. */
  delivered: () => Promise<Buffer[]> | Buffer[];
  takesAs: 'sent' | 'captured';
  /** Whether a mail sent twice arrives twice. */
  keepsCopies: boolean;
}

export function sampleOutgoing(label: string, to = 'bob@example.com'): OutgoingMail {
  const raw = Buffer.from(
    `From: valise@example.org\r\nTo: ${to}\r\nSubject: ${label}\r\n\r\n.\r\n..dots\r\nend\r\n`,
  );
  const content = { subject: label, text: '.\n..dots\nend\n', html: '<p>end', links: [] };
  return { id: idFor(label), envelope: { from: 'valise@example.org', to }, raw, content };
}

/** What every transport must keep to. */
export function testMailTransport(
  name: string,
  open: (t: TestContext) => Promise<TransportUnderTest>,
): void {
  test(`${name}: a mail that was taken stands at the other end, byte for byte`, async (t) => {
    const { transport, delivered, takesAs } = await open(t);
    const mail = sampleOutgoing('one');
    assert.equal(await transport.send(mail), takesAs);
    assert.deepEqual(await delivered(), [mail.raw]);
  });

  test(`${name}: mails do not mix`, async (t) => {
    const { transport, delivered } = await open(t);
    const mails = ['one', 'two', 'three'].map((label) => sampleOutgoing(label));
    for (const mail of mails) await transport.send(mail);
    const found = (await delivered()).map(String).sort();
    assert.deepEqual(found, mails.map(({ raw }) => raw.toString()).sort());
  });

  test(`${name}: a mail may be sent again`, async (t) => {
    const { transport, delivered, keepsCopies } = await open(t);
    const mail = sampleOutgoing('one');
    await transport.send(mail);
    await transport.send(mail);
    assert.deepEqual(await delivered(), keepsCopies ? [mail.raw, mail.raw] : [mail.raw]);
  });
}

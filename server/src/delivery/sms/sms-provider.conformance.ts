import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { OutgoingSms, SmsProvider } from '../../domain/ports/sms-provider.ts';
import { idFor } from '../../testing/samples.ts';

/** A provider, and a look at what became of the messages it was given. */
export interface ProviderUnderTest {
  provider: SmsProvider;
  /** The texts that arrived, in any order. */
  delivered: () => Promise<string[]> | string[];
  takesAs: 'sent' | 'captured';
  /** Whether a message sent twice arrives twice. */
  keepsCopies: boolean;
}

export function sampleSms(label: string): OutgoingSms {
  const text = `${label}: 01234567 är din kod. "Ge den till ingen" & 100 % {säkert}`;
  return { id: idFor(label), to: '46701234567', text };
}

/** What every provider must keep to. */
export function testSmsProvider(
  name: string,
  open: (t: TestContext) => Promise<ProviderUnderTest>,
): void {
  test(`${name}: a message that was taken stands at the other end, letter for letter`, async (t) => {
    const { provider, delivered, takesAs } = await open(t);
    assert.equal(await provider.send(sampleSms('one')), takesAs);
    assert.deepEqual(await delivered(), [sampleSms('one').text]);
  });

  test(`${name}: messages do not mix`, async (t) => {
    const { provider, delivered } = await open(t);
    const messages = ['one', 'two', 'three'].map((label) => sampleSms(label));
    for (const message of messages) await provider.send(message);
    assert.deepEqual((await delivered()).sort(), messages.map(({ text }) => text).sort());
  });

  test(`${name}: a message may be sent again`, async (t) => {
    const { provider, delivered, keepsCopies } = await open(t);
    const message = sampleSms('one');
    await provider.send(message);
    await provider.send(message);
    const { text } = message;
    assert.deepEqual(await delivered(), keepsCopies ? [text, text] : [text]);
  });
}

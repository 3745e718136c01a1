import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mailKinds } from '../../../domain/model/mail-kinds.ts';
import type { SampleWords } from './mail-samples.ts';
import { sampleMails, sampleReader } from './mail-samples.ts';
import { hostileTexts } from './hostile-texts.ts';
import { renderMail } from './render-mail.ts';

const reader = sampleReader();

/** Every tag, comment and declaration of a page, in order, as a browser would find them. */
function tagsOf(html: string): string[] {
  return html.match(/<[^>]*>?/g) ?? [];
}

/** The text of a page that uses the entities of our own and no others. */
function textOf(html: string): string {
  const characters: Record<string, string> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&#34;': '"',
    '&#39;': "'",
    '&#96;': '`',
  };
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&[^&;\s]*;/g, (entity) => characters[entity] ?? assert.fail(`${entity} is not ours`));
}

const fields: (keyof SampleWords)[] = ['nick', 'email', 'title', 'message', 'fileName'];
const plain = { title: 'Scans', message: 'Hello' };

test('there are 200 hostile texts, each of its own', () => {
  assert.equal(new Set(hostileTexts).size, 200);
});

for (const kind of mailKinds) {
  describe(`a mail of kind ${kind}`, () => {
    const structure = tagsOf(renderMail(sampleMails(plain)[kind], reader).html);

    for (const field of fields) {
      test(`takes a hostile ${field} as text`, () => {
        for (const hostile of hostileTexts) {
          const words = { ...plain, [field]: hostile };
          const { html, text } = renderMail(sampleMails(words)[kind], reader);
          assert.deepEqual(tagsOf(html), structure, hostile);
          assert.equal(textOf(html).includes(hostile), text.includes(hostile), hostile);
        }
      });
    }

    test('takes a hostile service name as text', () => {
      for (const hostile of hostileTexts) {
        const facts = sampleMails(plain)[kind];
        const { html, text } = renderMail(facts, { ...reader, serviceName: hostile });
        assert.deepEqual(tagsOf(html), structure, hostile);
        assert.ok(text.includes(hostile) && textOf(html).includes(hostile), hostile);
      }
    });
  });
}

test('hostile words arrive as they were written', () => {
  for (const hostile of hostileTexts) {
    const words = { nick: hostile, message: hostile, fileName: hostile };
    const { subject, html, text } = renderMail(sampleMails(words).download, reader);
    assert.ok(subject.startsWith(hostile), hostile);
    assert.ok(text.includes(`\n> ${hostile}\n`), hostile);
    assert.ok(text.includes(`\n  ${hostile} `), hostile);
    assert.equal(textOf(html).split(hostile).length - 1, 6, hostile);
  }
});

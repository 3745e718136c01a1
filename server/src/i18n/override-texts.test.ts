import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { overrideTexts } from './override-texts.ts';

const ours = {
  greeting: 'Hello',
  sentBy: ({ sender, count }: { sender: string; count: number }) => `${sender}: ${count}`,
  title: (sender: string | undefined) => sender ?? 'Someone',
  group: { inner: 'Inner', left: '{time} left' },
};
const overriding = {
  language: 'pl',
  valueNames: { sentBy: ['sender', 'count'], title: ['sender'] },
  at: 'pl.json',
} as const;

function override(given: unknown) {
  return overrideTexts(ours, given, overriding);
}

describe('a text of the operator’s', () => {
  test('takes the place of ours, and the others stay', () => {
    const { texts, problems } = override({ greeting: 'Cześć', group: { left: 'jeszcze {time}' } });
    assert.deepEqual(problems, []);
    assert.equal(texts.greeting, 'Cześć');
    assert.deepEqual(texts.group, { inner: 'Inner', left: 'jeszcze {time}' });
    assert.equal(texts.title('Anna'), 'Anna');
    assert.equal(ours.greeting, 'Hello');
  });

  test('has its values filled in, by the grammar of its language', () => {
    const forms = { one: '{sender}: plik', few: '{count} pliki', other: '{count} plików' };
    const { texts, problems } = override({ sentBy: forms });
    assert.deepEqual(problems, []);
    const said = [1, 3, 5].map((count) => texts.sentBy({ sender: 'Anna', count }));
    assert.deepEqual(said, ['Anna: plik', '3 pliki', '5 plików']);
  });

  test('takes a value for what it is: no template, no pattern', () => {
    const { texts } = override({ sentBy: '{sender} – {count}' });
    const sender = '{count}$&$1{sender}<b>';
    assert.equal(texts.sentBy({ sender, count: 2 }), `${sender} – 2`);
  });

  test('gives way to ours where its value is not known', () => {
    const { texts } = override({ title: 'Od: {sender}' });
    assert.equal(texts.title('Anna'), 'Od: Anna');
    assert.equal(texts.title(undefined), 'Someone');
  });
});

describe('what is wrong is refused by name', () => {
  for (const [given, field, problem] of [
    [{ greetings: 'x' }, 'pl.json.greetings', /no such text/],
    [{ constructor: 'x' }, 'pl.json.constructor', /no such text/],
    [{ group: { outer: 'x' } }, 'pl.json.group.outer', /no such text/],
    [{ group: 'x' }, 'pl.json.group', /object of texts/],
    [[], 'pl.json', /object of texts/],
    [null, 'pl.json', /object of texts/],
    [{ greeting: 5 }, 'pl.json.greeting', /must be a text/],
    [{ greeting: ' ' }, 'pl.json.greeting', /must be a text/],
    [{ greeting: 'a\nb' }, 'pl.json.greeting', /one line/],
    [{ greeting: 'x'.repeat(2001) }, 'pl.json.greeting', /2000/],
    [{ greeting: 'Hi {name}' }, 'pl.json.greeting', /has \{name\}, but this text knows no values/],
    [{ sentBy: '{receiver}' }, 'pl.json.sentBy', /has \{receiver\}.*\{sender\}, \{count\}/],
    [{ sentBy: '{ sender}' }, 'pl.json.sentBy', /brace/],
    [{ sentBy: { one: 'x' } }, 'pl.json.sentBy', /"other"/],
    [{ sentBy: { two: 'x', other: 'y' } }, 'pl.json.sentBy.two', /one, few, many, other/],
    [{ sentBy: { other: '{x}' } }, 'pl.json.sentBy.other', /has \{x\}/],
    [{ title: { other: 'x' } }, 'pl.json.title', /must be a text/],
  ] as const) {
    test(`${field}: ${JSON.stringify(given).slice(0, 60)}`, () => {
      const { texts, problems } = override(given);
      assert.deepEqual(
        problems.map((each) => each.field),
        [field],
      );
      assert.match(problems[0]?.problem ?? '', problem);
      assert.equal(texts.greeting, 'Hello');
    });
  }
});

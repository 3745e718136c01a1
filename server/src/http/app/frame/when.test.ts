import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour, minute } from '../../../domain/model/clock.ts';
import { formatsOf } from '../../../i18n/formats.ts';
import { zoneCookie } from '../../routing/person-cookies.ts';
import { openPeopleFixture } from '../people-fixture.ts';
import { addDrop } from '../sent/sent-fixture.ts';
import { when, whenIn } from './when.ts';

const clock = Date.parse('2026-11-18T10:00:00Z');
const reader = {
  formats: formatsOf({ language: 'en', timeZone: 'Europe/Stockholm' }),
  now: () => clock,
};

test('a time is told as people say it, and exactly in its title', () => {
  assert.equal(
    when(reader, clock - day).toString(),
    '<time datetime="2026-11-17T10:00:00.000Z" title="17 November 2026 at 11:00 CET">yesterday</time>',
  );
});

test('a time that is minutes away carries the clock that it was told by', () => {
  assert.match(
    when(reader, clock - 25 * minute).toString(),
    new RegExp(` data-now="${clock}">25 min ago</time>`),
  );
  assert.doesNotMatch(when(reader, clock - hour).toString(), /data-now/);
});

test('a text has its time where its language wants it', () => {
  const text = whenIn(reader, clock - day, (date) => `<${date}> used last`).toString();
  assert.match(text, /^&lt;<time [^>]+>yesterday<\/time>&gt; used last$/);
});

test('times are in the zone of the browser where the account has none', async (context) => {
  const fixture = await openPeopleFixture(context);
  const anna = await fixture.addPerson('anna@example.com');
  const sample = { label: 'zone', emails: ['bo@example.com'], names: ['a.txt'] };
  const { drop } = await addDrop(fixture, anna, sample);
  const shown = async (zone: string) => {
    const cookie = `${anna.cookie}; ${zoneCookie}=${zone}`;
    return (await anna.get(`/app/sent/${drop.id}`, { cookie })).body;
  };
  const told = (timeZone: string) =>
    `title="${formatsOf({ language: 'en', timeZone }).dateTime(drop.createdAt)}"`;

  assert.ok((await shown('Asia/Tokyo')).includes(told('Asia/Tokyo')));
  for (const none of ['Mars/Olympus', '<script>', 'x'.repeat(3000)]) {
    assert.ok((await shown(none)).includes(told('UTC')));
  }

  await anna.post('/app/settings/sending', { timeZone: 'America/Lima' });
  assert.ok((await shown('Asia/Tokyo')).includes(told('America/Lima')));
});

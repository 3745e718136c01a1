import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { day } from '../../domain/model/clock.ts';
import type { MailId } from '../../domain/model/ids.ts';
import { askForLink, sendBack } from '../../http/app/inbox/inbox-fixture.ts';
import type { TestPerson } from '../../http/app/people-fixture.ts';
import { openPeopleFixture } from '../../http/app/people-fixture.ts';
import { addDrop } from '../../http/app/sent/sent-fixture.ts';
import { idFor } from '../../testing/samples.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** Counts the statements of all connections of this process, and the rows of lists. */
function watchConnections(context: TestContext) {
  const cost = { statements: 0, listedRows: 0 };
  const { all, first } = SqliteConnection.prototype as {
    all: (...given: Parameters<SqliteConnection['all']>) => ReturnType<SqliteConnection['all']>;
    first: (
      ...given: Parameters<SqliteConnection['first']>
    ) => ReturnType<SqliteConnection['first']>;
  };
  SqliteConnection.prototype.all = function count(...given) {
    const rows = all.apply(this, given);
    cost.statements += 1;
    cost.listedRows += rows.length;
    return rows;
  };
  SqliteConnection.prototype.first = function count(...given) {
    cost.statements += 1;
    return first.apply(this, given);
  };
  context.after(() => {
    Object.assign(SqliteConnection.prototype, { all, first });
  });
  return cost;
}

test('the first page of a person costs the same, however much was sent, failed, ends or came', async (context) => {
  const cost = watchConnections(context);
  const fixture = await openPeopleFixture(context);
  const { clock, database } = fixture;

  async function addMuch(person: TestPerson, times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) {
      const { email } = person.account;
      const { receivers } = await addDrop(fixture, person, {
        label: `${email} ${at}`,
        emails: ['zoe@example.com', email],
        names: ['a.pdf', 'b.pdf'],
        overrides: { expiresAt: clock.now() + (at % 2 === 0 ? day : 9 * day) },
      });
      const mail = idFor<MailId>(`mail ${receivers[0]?.id ?? ''}`);
      if (at % 2 === 1) await database.outbox.settle(mail, 'refused', clock.now(), 'no');
    }
    for (let at = 0; at < times / 10; at += 1) {
      await sendBack(fixture, await askForLink(person, `request ${at}`), { 'a.txt': 'a' });
    }
  }

  async function costOfHome(person: TestPerson) {
    await person.get('/app/');
    Object.assign(cost, { statements: 0, listedRows: 0 });
    const { statusCode } = await person.get('/app/');
    assert.equal(statusCode, 200);
    return { ...cost };
  }

  const [ann, bob] = [
    await fixture.addPerson('ann@example.com'),
    await fixture.addPerson('bob@example.com'),
  ];
  await addMuch(ann, 50);
  await addMuch(bob, 400);
  const [few, many] = [await costOfHome(ann), await costOfHome(bob)];
  assert.equal(many.listedRows, few.listedRows);
  // What the server asks each second may fall into either.
  assert.ok(
    Math.abs(many.statements - few.statements) <= 2,
    `${few.statements} ${many.statements}`,
  );
  assert.ok(few.statements > 0 && few.statements <= 47, String(few.statements));
  assert.ok(few.listedRows <= 300, String(few.listedRows));
});

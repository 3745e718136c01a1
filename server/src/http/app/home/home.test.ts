import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { day } from '../../../domain/model/clock.ts';
import type { MailId } from '../../../domain/model/ids.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { idFor } from '../../../testing/samples.ts';
import { askForLink, sendBack } from '../inbox/inbox-fixture.ts';
import type { PeopleFixture, TestPerson } from '../people-fixture.ts';
import { openPeopleFixture } from '../people-fixture.ts';
import { beginDraft } from '../send/new-draft-fixture.ts';
import { tus } from '../send/send-fixture.ts';
import { addDrop } from '../sent/sent-fixture.ts';

const minute = 60_000;

describe('the first page of a person', () => {
  const closing: (() => Promise<void>)[] = [];
  let fixture: PeopleFixture;
  let clock: ReturnType<typeof createFakeClock>;
  let people = 0;

  before(async () => {
    const context = {
      after(close: () => Promise<void>) {
        closing.push(close);
      },
    } as Parameters<typeof openPeopleFixture>[0];
    clock = createFakeClock();
    fixture = await openPeopleFixture(context, { clock });
  });

  after(async () => {
    for (const close of closing) await close();
  });

  async function newPerson(displayName = ''): Promise<TestPerson> {
    people += 1;
    return await fixture.addPerson(`person-${people}@example.com`, {
      displayName,
      timeZone: 'UTC',
    });
  }

  async function homeOf(person: TestPerson): Promise<string> {
    const answer = await person.get('/app/');
    assert.equal(answer.statusCode, 200);
    return answer.body;
  }

  test('asks once how many items of the inbox are not opened', async () => {
    const anna = await newPerson();
    const { inboxItems } = fixture.database;
    const countNew = inboxItems.countNew.bind(inboxItems);
    let asked = 0;
    inboxItems.countNew = async (...given) => {
      asked += 1;
      return await countNew(...given);
    };
    try {
      await homeOf(anna);
    } finally {
      inboxItems.countNew = countNew;
    }
    assert.equal(asked, 1);
  });

  test('somebody new is greeted, and invited to send and to ask', async () => {
    const home = await homeOf(await newPerson('Ann'));
    assert.match(home, /<h1>Good (?:morning|afternoon|evening), Ann<\/h1>/);
    assert.match(home, /Nothing needs your attention\./);
    assert.match(home, /You have not sent anything yet\.[^]*href="\/app\/send"/);
    assert.match(home, /Your inbox is empty\.[^]*href="\/app\/requests\/new"/);
    assert.doesNotMatch(home, /id="(?:needs|drafts|requests|space)"/);
  });

  test('what needs attention comes with the acts that settle it', async () => {
    const ann = await newPerson();
    const soon = await addDrop(fixture, ann, {
      ...{ label: 'home soon', emails: ['zoe@example.com'], names: ['soon.pdf'] },
      overrides: { expiresAt: clock.now() + day },
    });
    const failed = await addDrop(fixture, ann, {
      ...{ label: 'home failed', emails: ['bob@example.com'], names: ['failed.pdf'] },
      overrides: { expiresAt: clock.now() + day },
    });
    for (const { id } of failed.receivers) {
      const mail = idFor<MailId>(`mail ${id}`);
      await fixture.database.outbox.settle(mail, 'refused', clock.now(), 'no such mailbox');
    }
    const upload = await askForLink(ann);
    await sendBack(fixture, upload, { 'answer.txt': 'yes' });

    const home = await homeOf(ann);
    const [, needs = ''] = /id="needs"([^]*?)<\/section>/.exec(home) ?? assert.fail(home);
    assert.match(home, /3 things need your attention\./);
    assert.match(needs, /E-mail not delivered[^]*1 recipient has not[^]*Your request was answered/);
    assert.ok(needs.includes(`href="/app/sent/${failed.drop.id}"`));
    for (const act of ['extend', 'remind']) {
      assert.ok(needs.includes(`href="/app/sent/many?act=${act}&amp;id=${soon.drop.id}"`), act);
    }
    assert.match(needs, /href="\/app\/inbox\/[\w-]+"/);
    assert.equal(needs.match(/failed\.pdf/g)?.length, 2, 'once, and in the name of its act');
    assert.match(home, /id="requests"[^]*1 file, 3 bytes/);
    assert.match(home, /id="inbox"[^]*1 new/);
  });

  test('people to whom something was sent last begin a draft with a press', async () => {
    const ann = await newPerson();
    await addDrop(fixture, ann, {
      ...{ label: 'home first', emails: ['old@example.com', 'a+b@example.com'], names: ['a.pdf'] },
    });
    clock.advance(minute);
    await addDrop(fixture, ann, {
      ...{ label: 'home second', emails: ['new@example.com'], names: ['b.pdf'] },
    });
    const home = await homeOf(ann);
    assert.match(home, /to=new%40example\.com"[^]*to=old%40example\.com"[^]*a%2Bb%40example/);
    const compose = (await ann.get('/app/send?to=a%2Bb%40example.com')).body;
    assert.match(compose, /<textarea[^>]*>\na\+b@example\.com<\/textarea>/);
    assert.match(
      (await ann.get('/app/send?to=nobody')).body,
      /name="receivers"[^>]*>\n<\/textarea>/,
    );
    assert.deepEqual(await fixture.database.drafts.listUnsent(ann.account.id, clock.now(), 9), []);
  });

  test('what a code guards shows who sent it, and nothing of what it holds', async () => {
    const [ann, bob] = [await newPerson('Ann'), await newPerson()];
    await addDrop(fixture, ann, {
      ...{ label: 'home guarded', emails: [bob.account.email], names: ['secret.pdf'] },
      overrides: { secondFactor: 'email', title: 'A secret' },
    });
    const [, inbox = ''] = /id="inbox"([^]*?)<\/section>/.exec(await homeOf(bob)) ?? [];
    assert.match(inbox, /Ann[^]*Code needed/);
    assert.doesNotMatch(inbox, /secret|1 file/);
  });

  test('the space that unsent files use is shown of what the account may have', async () => {
    const ann = await newPerson();
    await fixture.database.accounts.setQuota(ann.account.id, 1000);
    assert.match(await homeOf(ann), /0 bytes of 1 kB used[^]*value="0.000"/);
    const { endpoint } = await beginDraft(fixture, ann);
    const headers = { ...tus, 'upload-length': '950', 'upload-metadata': 'filename YS50eHQ=' };
    const begun = await fixture.app.inject({ method: 'POST', url: endpoint, headers });
    assert.equal(begun.statusCode, 201);
    assert.match(await homeOf(ann), /950 bytes of 1 kB used[^]*progress-warn[^]*value="0.950"/);
  });
});

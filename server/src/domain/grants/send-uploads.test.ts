import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor } from '../../testing/exchange-fixture.ts';
import { brokenStream, inboxOf, openGrantPages } from '../../testing/grant-pages.ts';

describe('sending off', () => {
  test('names what has not arrived, and sends nothing', async (context) => {
    const page = await openGrantPages(context);
    const { grants, resumableUploads, grantOf, bob } = page;
    const whole = await page.uploadWhole('whole');
    const part = await page.begin(10, 'part.txt');
    await page.append(part.id, 0, 'abc');
    await assert.rejects(grants.send(actor, await grantOf(bob), [whole.id, part.id], undefined), {
      code: 'upload_in_progress',
      details: [{ field: 'part.txt', problem: '7 of 10 bytes are missing.' }],
    });
    assert.deepEqual(await inboxOf(page), []);
    assert.equal((await resumableUploads.list((await grantOf(bob)).owner)).length, 2);
  });

  test('needs an upload, known ones, and a plain message', async (context) => {
    const { grants, grantOf, bob, uploadWhole } = await openGrantPages(context);
    const grant = await grantOf(bob);
    const { id } = await uploadWhole('x');
    await assert.rejects(grants.send(actor, grant, [], undefined), { code: 'no_files' });
    await assert.rejects(grants.send(actor, grant, [id], 'a\u0000b'), {
      code: 'invalid',
    });
    const strange = [id, 'A'.repeat(22)];
    await assert.rejects(grants.send(actor, grant, strange, undefined), {
      code: 'invalid',
    });
    await grants.send(actor, grant, [id, id], undefined);
    await assert.rejects(grants.send(actor, grant, [id], undefined), { code: 'invalid' });
  });

  test('gives files of one name different ones', async (context) => {
    const page = await openGrantPages(context);
    const ids = [await page.uploadWhole('1'), await page.uploadWhole('2')].map(({ id }) => id);
    const grant = await page.grantOf(page.bob);
    const names = await page.grants.send(actor, grant, ids, undefined);
    assert.deepEqual(names, ['a.txt', 'a (2).txt']);
    assert.deepEqual(await inboxOf(page), [
      ['a.txt', '1'],
      ['a (2).txt', '2'],
    ]);
  });

  test('fails once the grant has ended, as beginning and going on do', async (context) => {
    const page = await openGrantPages(context);
    const { grants, resumableUploads, grantOf, bob, database, grantId, clock } = page;
    const whole = await page.uploadWhole('whole');
    const part = await page.begin(10);
    const grant = await grantOf(bob);
    await database.dispatches.end(grantId, clock.now());
    const file = {
      name: 'b',
      mediaType: 'text/plain',
      fingerprint: '',
      metadata: '',
      sizeBytes: 1,
    };
    const more = { offset: 0, declaredBytes: 0, content: brokenStream('x'), cutOff() {} };
    await assert.rejects(resumableUploads.begin(actor, grant.owner, file), { code: 'not_found' });
    await assert.rejects(resumableUploads.append(grant.owner, part.id, more), {
      code: 'not_found',
    });
    const sending = grants.send(actor, grant, [whole.id], undefined);
    await assert.rejects(sending, { code: 'not_found' });
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingBrowser, newReader } from '../../../../../e2e/journeys/browser.ts';
import { pressToNextPage } from '../../../../../e2e/journeys/press-to-next-page.ts';
import { minute } from '../../../domain/model/clock.ts';
import { systemRandomness } from '../../../platform/system.ts';
import { createPasswordHasher } from '../../../sealing/crypto/password-hash.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { sampleDispatch, sampleMail, sampleReceiver } from '../../../testing/samples.ts';
import { enter, listenForBrowsers } from '../browser-fixture.ts';
import { openPeopleFixture } from '../people-fixture.ts';

const password = 'correct horse battery staple';

test(
  'an administrator sends a failed message again, invites, limits, resets and disables, and reads the trail',
  { skip: missingBrowser },
  async (context) => {
    const clock = createFakeClock();
    const fixture = await openPeopleFixture(context, { clock });
    const { database, installation } = fixture;
    const boss = await fixture.addPerson('boss@example.com', { role: 'admin' });
    const hasher = createPasswordHasher(installation.keys.derived.passwordPepper, systemRandomness);
    const phc = await hasher.hash(password, boss.account.id);
    await database.passwords.put({ accountId: boss.account.id, phc, setAt: clock.now() });
    const drop = sampleDispatch(boss.account, 'drop');
    const receiver = sampleReceiver(drop, 'zoe@example.com');
    await database.dispatches.add(drop, [receiver]);
    const mail = sampleMail(receiver, drop);
    await database.outbox.add([mail]);
    await database.outbox.settle(mail.id, 'refused', clock.now(), '550 no such user');
    const origin = await listenForBrowsers(fixture);
    const page = await newReader();
    await enter(page, origin, boss);

    /** Presses a button, and reads what the next page says was done. */
    async function press(name: string): Promise<string> {
      await pressToNextPage(page.getByRole('button', { name, exact: true }));
      return await page.getByRole('status').first().innerText();
    }
    async function follow(name: string): Promise<void> {
      await pressToNextPage(page.getByRole('main').getByRole('link', { name, exact: true }));
    }

    await page.goto(`${origin}/app/`);
    await pressToNextPage(page.getByRole('link', { name: 'Admin', exact: true }));
    await follow('Show: Some messages could not be delivered.');
    await follow('zoe@example.com');
    await page.getByText('550 no such user').waitFor();
    assert.equal(await press('Send again'), 'The messages will be sent again shortly.');
    assert.equal((await database.outbox.find(mail.id))?.state, 'waiting');

    // What was typed outlives the question for the password.
    clock.advance(6 * minute);
    await follow('Accounts');
    const form = page.locator('form[action="/app/admin/accounts/invite"]');
    await form.getByLabel('E-mail address').fill('new@example.com');
    await pressToNextPage(form.getByRole('button', { name: 'Send invitation' }));
    await page.getByLabel('Password').fill(password);
    assert.equal(await press('Confirm'), 'The invitation is on its way.');
    const invited = await database.accounts.findByEmail('new@example.com');
    assert.ok(invited);

    await page.getByLabel('Storage for drafts, in GB').fill('2.5');
    assert.equal(await press('Save Storage for drafts, in GB'), 'The limit is saved.');
    assert.equal(await press('Mail a link to set a password'), 'The link is on its way.');
    assert.equal(await press('Disable account'), 'The account is disabled.');
    const changed = await database.accounts.find(invited.id);
    assert.equal(changed?.quotaBytes, 2_500_000_000);
    assert.equal(changed.disabledAt, clock.now());
    assert.equal(await press('Enable account'), 'The account is enabled.');

    await follow('Audit trail');
    await page.getByLabel('Action').fill('account.disabled');
    await pressToNextPage(page.getByRole('button', { name: 'Show', exact: true }));
    const rows = page.locator('tbody tr');
    assert.equal(await rows.count(), 1);
    assert.match(await rows.innerText(), /boss@example\.com[^]*new@example\.com/);
    await press('Verify the audit trail');
    await page.waitForFunction(
      `fetch(location.pathname).then((answer) => answer.text())
        .then((text) => text.includes('none changed'))`,
    );
  },
);

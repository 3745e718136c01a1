import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { missingBrowser, newReader } from '../../../../../e2e/journeys/browser.ts';
import { enter, listenForBrowsers } from '../browser-fixture.ts';
import { openPeopleFixture } from '../people-fixture.ts';
import { addDrop } from './sent-fixture.ts';

test(
  'a sender sees a drop, extends it and revokes one receiver, with and without scripts',
  { skip: missingBrowser },
  async (context) => {
    const fixture = await openPeopleFixture(context, { args: ['--show-links'] });
    const alice = await fixture.addPerson('alice@example.com');
    const emails = ['bob@example.com', 'zoe@example.com'];
    const { drop, receivers } = await addDrop(fixture, alice, {
      label: 'drop',
      emails,
      names: ['plan.pdf'],
    });
    const [bob = assert.fail(), zoe = assert.fail()] = receivers;
    const origin = await listenForBrowsers(fixture);
    async function newPage(options: BrowserContextOptions): Promise<Page> {
      const page = await newReader(options);
      await enter(page, origin, alice);
      return page;
    }

    const plain = await newPage({ javaScriptEnabled: false });
    const scripted = await newPage({ viewport: { width: 360, height: 740 } });
    await plain.goto(`${origin}/app/`);
    await plain.getByRole('link', { name: 'plan.pdf', exact: true }).first().click();
    assert.equal(new URL(plain.url()).pathname, `/app/sent/${drop.id}`);
    await plain.locator('summary', { hasText: 'Extend' }).click();
    await plain.getByLabel('New expiry date').selectOption({ index: 0 });
    await plain.getByRole('button', { name: 'Extend' }).click();
    await plain.getByRole('status').waitFor();
    const extended = await fixture.database.dispatches.find(drop.id);
    assert.ok((extended?.dispatch.expiresAt ?? 0) > drop.expiresAt);

    const errors: string[] = [];
    scripted.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await scripted.goto(`${origin}/app/sent/${drop.id}`);
    await plain.getByLabel(`More: ${bob.email}`).click();
    await plain.getByRole('link', { name: 'Revoke access' }).click();
    await plain.getByRole('button', { name: 'Revoke access' }).click();
    await plain.getByRole('status').waitFor();
    const found = await fixture.database.dispatches.find(drop.id);
    assert.deepEqual(
      found?.receivers.map(({ linkHash }) => linkHash !== undefined),
      [false, true],
    );
    // The other page learns of it by itself.
    await scripted.getByText(`Access revoked for ${bob.email}`).waitFor();

    // Without a script, several are chosen and acted on by forms alone.
    await plain.goto(`${origin}/app/sent`);
    await plain.getByLabel('Select: plan.pdf').check();
    await plain.getByRole('button', { name: 'Remind' }).click();
    await plain.getByRole('button', { name: 'Remind' }).click();
    await plain.getByRole('status').waitFor();

    // Keys move and open, but type in a field.
    await scripted.goto(`${origin}/app/sent`);
    await scripted.getByText('move').waitFor();
    await scripted.keyboard.press('/');
    await scripted.keyboard.type('jc');
    assert.equal(await scripted.locator('#q').inputValue(), 'jc');
    await scripted.locator('#q').blur();
    await scripted.keyboard.press('j');
    await scripted.keyboard.press('Enter');
    await scripted.waitForURL(`${origin}/app/sent/${drop.id}`);

    await scripted.goto(`${origin}/app/sent/${drop.id}/receivers/${zoe.id}`);
    await scripted.getByRole('button', { name: 'Show link' }).click();
    await scripted.getByRole('img', { name: 'QR code of the link' }).waitFor();
    assert.deepEqual(errors, []);
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { missingBrowser, newReader } from '../../../../../e2e/journeys/browser.ts';
import { bringAxe, findFaults } from '../../../../../e2e/journeys/find-faults.ts';
import { readImageHeader } from '../../../domain/pictures/image-header.ts';
import { enter, listenForBrowsers } from '../browser-fixture.ts';
import { askForLink } from '../inbox/inbox-fixture.ts';
import { openPeopleFixture } from '../people-fixture.ts';

const place = 'N 59.3293 E 18.0686';

/** A photo as a camera makes it: large, and with the place where it was taken. */
async function takePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(2000, 1500);
    const context = canvas.getContext('2d');
    for (let at = 0; at < 500; at += 1) {
      context.fillStyle = 'hsl(' + at * 7 + ' 60% 50%)';
      context.fillRect((at * 97) % 2000, (at * 61) % 1500, 200, 150);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  })()`);
  const jpeg = Buffer.from(base64, 'base64');
  const segment = Buffer.from(`\xff\xe1\0\0Exif\0\0${place}`, 'latin1');
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

test(
  'a photo gets a picture on its way, which receivers see and look at without a download',
  { skip: missingBrowser },
  async (context) => {
    const fixture = await openPeopleFixture(context);
    const { database, installation } = fixture;
    const alice = await fixture.addPerson('alice@example.com');
    const origin = await listenForBrowsers(fixture);
    const page = await newReader();
    await enter(page, origin, alice);
    await page.goto(`${origin}/app/send`);
    const buffer = await takePhoto(page);
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
    const others = [
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
    ];
    await page.locator('#files').setInputFiles([photo, ...others]);
    await page.getByRole('combobox').first().fill('zoe@example.com');
    await page.getByRole('button', { name: /^Send/ }).last().click();
    await page.getByRole('heading', { name: 'On its way to 1 person' }).waitFor();

    const query = { accountId: alice.account.id, limit: 1 };
    const [drop = assert.fail()] = await database.dispatches.list(query);
    const [receiver = assert.fail()] = drop.receivers;
    const { id = assert.fail() } = drop.files.find(({ name }) => name === photo.name) ?? {};
    const sizes = await database.pictures.listSizes(drop.dispatch.id, [id]);
    assert.deepEqual([...sizes], [[id, { width: 320, height: 240 }]]);

    const reader = await newReader({ viewport: { width: 390, height: 800 } });
    const asked: string[] = [];
    reader.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const link = `/d/${installation.linkSecret(receiver.id, 0)}`;
    await reader.goto(`${origin}${link}`);
    const thumb = reader.getByRole('link', { name: 'Preview: photo.jpg' });
    assert.equal(await thumb.locator('img').getAttribute('loading'), 'lazy');
    const answer = await reader.request.get(`${origin}${link}/pictures/${id}`);
    const bytes = await answer.body();
    assert.deepEqual(readImageHeader(bytes), { type: 'image/webp', width: 320, height: 240 });
    assert.ok(!bytes.includes(place.slice(0, 6)), 'the place is in the file alone');

    await thumb.focus();
    await reader.keyboard.press('Enter');
    const gallery = reader.getByRole('dialog', { name: 'photo.jpg' });
    await gallery.waitFor();
    await reader.waitForFunction("document.querySelector('.gallery > img').naturalWidth === 320");
    await bringAxe(reader);
    assert.deepEqual(await findFaults(reader, 'every'), []);
    await reader.keyboard.press('Escape');
    await gallery.waitFor({ state: 'hidden' });
    assert.match(await reader.evaluate<string>('document.activeElement.className'), /thumb/);
    assert.deepEqual(
      asked.filter((path) => path.includes('/files/')),
      [],
    );
    assert.deepEqual(await database.downloads.listFor(receiver.id), []);

    // Who sends through a link waits for it: what is sent has left their page.
    const visitor = await newReader();
    await visitor.goto(`${origin}${await askForLink(alice)}`);
    await visitor.locator('input[type=file]').first().setInputFiles(photo);
    await visitor.locator('input[name=from]').fill('Zoë');
    await visitor.getByRole('button', { name: 'Send 1 file' }).click();
    await visitor.locator('#sent').waitFor();
    await page.goto(`${origin}/app/inbox`);
    await page.getByRole('link', { name: /Zoë/ }).first().click();
    await page.getByRole('link', { name: 'Preview: photo.jpg' }).waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of [new URL(page.url()).pathname, `/app/sent/${drop.dispatch.id}`]) {
      await page.goto(`${origin}${path}`);
      await page.getByRole('link', { name: 'Preview: photo.jpg' }).click();
      await page.getByRole('dialog', { name: 'photo.jpg' }).waitFor();
      await bringAxe(page);
      assert.deepEqual(await findFaults(page, 'every'), [], path);
      const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      assert.equal(await page.evaluate(isWide), false, path);
      await page.getByRole('button', { name: 'Close' }).click();
    }
  },
);

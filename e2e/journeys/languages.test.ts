import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, startBrowser } from './browser.ts';
import { operatorOf } from './operator.ts';

const skip = missingBrowser;
const words = {
  sv: { download: 'Ladda ner', choose: 'Välj filer', until: 'Tillgängligt till' },
  de: { download: 'Herunterladen', choose: 'Dateien auswählen', until: 'Verfügbar bis' },
  fi: { download: 'Lataa', choose: 'Valitse tiedostot', until: 'Viimeinen latausaika' },
  pl: { download: 'Pobierz', choose: 'Wybierz pliki', until: 'Dostępne do' },
};

/** Contacts whose language the account knows, and one of whom it knows none. */
const contacts = [
  ...Object.keys(words).map((language) => ({ email: `${language}@example.org`, language })),
  { email: 'someone@example.org' },
];

const { server, clients } = await startExchange(['anna']);
const { anna } = clients;
const operator = operatorOf(server);
await anna.get('contacts_add', { json: contacts });
await anna.get('receivers_set', { json: contacts });
await anna.get('get_files');
await anna.upload({ 'a.txt': 'a' });
await anna.get('createdrop', { json: {} });
await anna.get('receivers_set', { json: contacts });
await anna.get('givedrop', { json: {} });
const mails = await operator.listSettledMails();

function linkIn(kind: string, email: string): string {
  const mail = mails.find((candidate) => candidate.kind === kind && candidate.to === email);
  return mail?.links[0] ?? assert.fail(`no ${kind} mail went to ${email}`);
}

/** Opens a page and returns what language it says it is in, and what it says. */
async function reader(options: BrowserContextOptions) {
  const browser = await startBrowser();
  const context = await browser.newContext(options);
  const page = await context.newPage();
  return async (address: string) => {
    await page.goto(address);
    return {
      lang: await page.locator('html').getAttribute('lang'),
      text: await page.locator('body').innerText(),
    };
  };
}

test('a contact’s own language wins over the browser’s', { skip }, async () => {
  const read = await reader({ locale: 'fr-FR' });
  for (const [language, { download, choose, until }] of Object.entries(words)) {
    const email = `${language}@example.org`;
    const downloadPage = await read(linkIn('download', email));
    assert.equal(downloadPage.lang, language);
    assert.ok(downloadPage.text.includes(download), download);
    assert.ok(downloadPage.text.includes(until), until);
    const uploadPage = await read(linkIn('upload', email));
    assert.equal(uploadPage.lang, language);
    assert.ok(uploadPage.text.includes(choose), choose);
  }
});

test('a contact of whom no language is known reads in the browser’s', { skip }, async () => {
  const read = await reader({ locale: 'pl-PL' });
  const downloadPage = await read(linkIn('download', 'someone@example.org'));
  assert.deepEqual([downloadPage.lang, downloadPage.text.includes('Pobierz')], ['pl', true]);
  const uploadPage = await read(linkIn('upload', 'someone@example.org'));
  assert.deepEqual([uploadPage.lang, uploadPage.text.includes('Wybierz pliki')], ['pl', true]);
});

test('a browser whose language is not spoken gets the operator’s', { skip }, async () => {
  const read = await reader({ locale: 'ja-JP' });
  const { lang } = await read(linkIn('download', 'someone@example.org'));
  assert.equal(lang, 'en');
});

test(
  'a reader’s choice wins over everything else, also when the link has ended',
  { skip },
  async () => {
    const read = await reader({ locale: 'pl-PL' });
    const chosen = await read(`${linkIn('download', 'sv@example.org')}?lang=de`);
    assert.deepEqual([chosen.lang, chosen.text.includes('Herunterladen')], ['de', true]);
    const upload = await read(`${linkIn('upload', 'sv@example.org')}?lang=fi`);
    assert.deepEqual([upload.lang, upload.text.includes('Valitse tiedostot')], ['fi', true]);
    const ended = await read(`${server.url}/d/${'A'.repeat(43)}?lang=de`);
    assert.equal(ended.lang, 'de');
    assert.match(ended.text, /Diese Dateien sind nicht mehr hier/);
  },
);

test('the languages of the menu lead to the page in that language', { skip }, async () => {
  const browser = await startBrowser();
  const page = await browser.newPage({ locale: 'en-GB' });
  await page.goto(linkIn('download', 'someone@example.org'));
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name: 'Suomi' }).click();
  await page.locator('html[lang=fi]').waitFor();
  assert.equal(await page.locator('html').getAttribute('dir'), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { missingBrowser, newReader } from './browser.ts';
import { linkIn, operatorOf } from './operator.ts';
import { pressToNextPage } from './press-to-next-page.ts';

const words = {
  sv: { download: 'Ladda ner', choose: 'Välj filer', until: 'Tillgängliga till' },
  de: { download: 'Herunterladen', choose: 'Dateien auswählen', until: 'Verfügbar bis' },
  fi: { download: 'Lataa', choose: 'Valitse tiedostot', until: 'Viimeinen latausaika' },
  pl: { download: 'Pobierz', choose: 'Wybierz pliki', until: 'Dostępne do' },
};

const stranger = 'someone@example.org';
/** Contacts whose language the account knows, and one of whom it knows none. */
const contacts = [
  ...Object.keys(words).map((language) => ({ email: `${language}@example.org`, language })),
  { email: stranger },
];

const { server, clients } = await startExchange(['anna']);
const { anna } = clients;
await anna.get('contacts_add', { json: contacts });
await anna.get('receivers_set', { json: contacts });
await anna.get('get_files');
await anna.upload({ 'a.txt': 'a' });
await anna.get('createdrop', { json: {} });
await anna.get('receivers_set', { json: contacts });
await anna.get('givedrop', { json: {} });
const mails = await operatorOf(server).listSettledMails();

/** That a browser set to `accepts` gets the page in this language, with these words on it. */
async function assertSpeaks(
  { link, accepts }: { link: string; accepts: string },
  language: string,
  ...said: string[]
): Promise<void> {
  const { pathname, search } = new URL(link);
  const headers = { accept: 'text/html', 'accept-language': accepts };
  const page = await exchange(server.url, { path: pathname + search, headers });
  assert.match(page.text(), new RegExp(`<html lang="${language}"`), link);
  for (const words of said) assert.ok(page.text().includes(words), `${link} says ${words}`);
}

test('a contact’s own language wins over the browser’s', async () => {
  const accepts = 'fr-FR,fr;q=0.9';
  for (const [language, { download, choose, until }] of Object.entries(words)) {
    const email = `${language}@example.org`;
    const downloadPage = { link: linkIn(mails, 'download', email), accepts };
    await assertSpeaks(downloadPage, language, download, until);
    await assertSpeaks({ link: linkIn(mails, 'upload', email), accepts }, language, choose);
  }
});

test('a contact of whom no language is known reads in the browser’s', async () => {
  for (const [language, { download, choose }] of Object.entries(words)) {
    const accepts = `ja, ${language};q=0.8, en;q=0.5`;
    await assertSpeaks({ link: linkIn(mails, 'download', stranger), accepts }, language, download);
    await assertSpeaks({ link: linkIn(mails, 'upload', stranger), accepts }, language, choose);
  }
});

test('a browser whose languages are not spoken gets the operator’s', async () => {
  await assertSpeaks(
    { link: linkIn(mails, 'download', stranger), accepts: 'ja' },
    'en',
    'Download',
  );
  await assertSpeaks(
    { link: linkIn(mails, 'upload', stranger), accepts: 'ja' },
    'en',
    'Choose files',
  );
});

test('a reader’s choice wins over everything else, also when the link has ended', async () => {
  const accepts = 'pl';
  const email = 'sv@example.org';
  const downloadPage = { link: `${linkIn(mails, 'download', email)}?lang=de`, accepts };
  await assertSpeaks(downloadPage, 'de', words.de.download);
  await assertSpeaks(
    { link: `${linkIn(mails, 'upload', email)}?lang=fi`, accepts },
    'fi',
    words.fi.choose,
  );
  const ended = { link: `${server.url}/d/${'A'.repeat(43)}?lang=de`, accepts };
  await assertSpeaks(ended, 'de', 'Diese Dateien sind nicht mehr verfügbar');
});

test(
  'a browser reads in its own language, and its menu leads to others',
  { skip: missingBrowser },
  async () => {
    const page = await newReader({ locale: 'pl-PL' });
    await page.goto(linkIn(mails, 'download', stranger));
    assert.equal(await page.locator('html').getAttribute('lang'), 'pl');
    await page.locator('.public-top summary').click();
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('link', { name: 'Suomi' }).isVisible(), false);
    await page.locator('.public-top summary').click();
    await pressToNextPage(page.getByRole('link', { name: 'Suomi' }));
    await page.locator('html[lang=fi]').waitFor();
    await page.getByRole('button', { name: 'Lataa a.txt' }).waitFor();

    await page.goto(linkIn(mails, 'upload', stranger));
    await page.locator('.public-top summary').click();
    await pressToNextPage(page.getByRole('link', { name: 'Deutsch' }));
    await page.locator('html[lang=de]').waitFor();
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
    await page.getByLabel(words.de.choose).setInputFiles(file);
    await page.locator('[type=submit]').click();
    await page.locator('html[lang=de] .receipt').waitFor();
  },
);

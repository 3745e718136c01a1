import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { day, hour } from '../../domain/model/clock.ts';
import { unknownMediaType } from '../../domain/model/media-type.ts';
import { languages } from '../../i18n/language.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor } from '../../testing/samples.ts';
import { loadAssets } from '../assets/load-assets.ts';
import { hostileTexts, templateTexts } from '../html/hostile-texts.ts';
import { renderDownloadPage } from './download-page.ts';
import type { DownloadView } from './download-page.ts';
import { renderNoticePage } from '../html/notice.ts';
import { noticeOf } from '../link-pages/link-error-page.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';

const assets = loadAssets(new URL('../../../../web/', import.meta.url).pathname);
const secret = 'S'.repeat(43);

function viewWith(text: string, overrides: Partial<DownloadView> = {}): DownloadView {
  return {
    language: 'en',
    say: ourTranslations[overrides.language ?? 'en'].say,
    supportAddress: 'help@clinic.example',
    timeZone: 'UTC',
    serviceName: 'St. Anna & Co',
    now: noon,
    secret,
    sender: 'anna@clinic.example',
    senderEmail: undefined,
    sentAt: noon - hour,
    expiresAt: noon + 7 * day,
    called: text,
    message: text,
    files: [text, 'plain'].map((name) => ({
      id: idFor(name),
      name,
      folder: '',
      mediaType: 'application/pdf',
      sizeBytes: 1_234_567,
      sha256: hashFor(name),
      downloadedAt: noon,
      isLimitReached: false,
    })),
    listPage: 1,
    find: '',
    ...overrides,
  };
}

function tagsOf(page: string): string[] {
  return page.match(/<[^<>]*>/g) ?? [];
}

const harmless = tagsOf(renderDownloadPage(viewWith('plain text.pdf'))).map(nameOf);

/** A tag without its values. */
function nameOf(tag: string): string {
  return tag.replace(/="[^"]*"/g, '').replace(/\s+/g, ' ');
}

describe('what a sender typed', () => {
  test(`is text and nothing else: ${hostileTexts.length} hostile names and messages`, () => {
    for (const hostile of hostileTexts) {
      const tags = tagsOf(renderDownloadPage(viewWith(hostile))).map(nameOf);
      assert.deepEqual(tags, harmless, hostile);
    }
  });

  test('is no template', () => {
    for (const text of templateTexts) {
      assert.ok(!renderDownloadPage(viewWith(text)).includes('<bdi>49</bdi>'), text);
    }
  });

  test('cannot turn the text around it backwards', () => {
    const page = renderDownloadPage(viewWith('invoice\u202Efdp.exe'));
    assert.ok(page.includes('<bdi>invoicefdp.exe</bdi>'));
  });
});

describe('the page in every language', () => {
  for (const language of languages) {
    test(`${language}: keeps the strict policy and refers to nothing but its own`, () => {
      const page = renderDownloadPage(viewWith('scan.pdf', { language }));
      assert.ok(page.includes(`<html lang="${language}">`));
      assert.equal(page.match(/<h1[ >]/g)?.length, 1);
      for (const tag of tagsOf(page)) {
        assert.doesNotMatch(tag, /^<(style|iframe|object|base)\b|\s(style|on\w+)=/i);
        assert.ok(!tag.startsWith('<script') || tag.includes('src="/assets/download-page.js"'));
      }
      for (const [, target = ''] of page.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        const isHere = /^(?:#main|#i-[a-z-]+|\?lang=[a-z]{2})$/.test(target);
        assert.ok(isHere || assets.has(target) || target.startsWith(`/d/${secret}`), target);
      }
    });
  }

  test('counts files as its grammar wants', () => {
    const polish = (count: number) =>
      ourTranslations.pl.say('download.sentBy', { sender: 'Anna', count });
    assert.equal(polish(1), 'Anna przesyła Ci 1 plik');
    assert.equal(polish(3), 'Anna przesyła Ci 3 pliki');
    assert.equal(polish(5), 'Anna przesyła Ci 5 plików');
    assert.match(
      ourTranslations.fi.say('download.sentThrough', { service: 'V', count: 1 }),
      /^1 tiedosto /,
    );
  });
});

test('the page for people whose link leads nowhere tells nothing but that', () => {
  for (const language of languages) {
    const { say } = ourTranslations[language];
    for (const kind of ['ended', 'wait'] as const) {
      const frame = { language, say, serviceName: 'Valise' };
      const page = renderNoticePage(noticeOf(kind, say), frame);
      assert.ok(page.includes(`<html lang="${language}">`));
      assert.ok(!page.includes('<script'));
    }
  }
});

test('a file that was downloaded as often as allowed has no button, and says so', () => {
  const { files } = viewWith('scan.pdf');
  const buttons = (page: string) => page.match(/<button/g)?.length ?? 0;
  const before = renderDownloadPage(viewWith('scan.pdf'));
  const one = files.map((file, at) => ({ ...file, isLimitReached: at === 0 }));
  const some = renderDownloadPage(viewWith('scan.pdf', { files: one }));
  const named = (tag: string) => new RegExp(`<${tag}\\b[^>]*class="file-name"`, 'g');
  assert.equal(some.match(named('span'))?.length, 1);
  assert.equal(some.match(named('a'))?.length, 1);
  assert.match(some, /Download limit reached/);
  assert.match(some, /2 files\s*<span class="count">1\.2\sMB</);
  assert.ok(buttons(some) < buttons(before));
  const all = files.map((file) => ({ ...file, isLimitReached: true }));
  const none = renderDownloadPage(viewWith('scan.pdf', { files: all }));
  assert.equal(buttons(none), 0);
  assert.match(none, /You have downloaded this as often as the sender allows/);
});

/** A drop of many small files. */
function manyFiles(count: number, downloadedAt: number | undefined): DownloadView['files'] {
  return Array.from({ length: count }, (_, at) => ({
    id: idFor(`file ${at}`),
    name: `scan-${at + 1}.dcm`,
    folder: '',
    mediaType: 'application/dicom',
    sizeBytes: 1000,
    sha256: hashFor(`file ${at}`),
    downloadedAt,
    isLimitReached: false,
  }));
}

function rowsIn(page: string): number {
  return page.match(/<li[^>]*class="get"/g)?.length ?? 0;
}

describe('the list of files', () => {
  const files = manyFiles(5000, undefined);
  const pageAt = (listPage: number) => renderDownloadPage(viewWith('Hello', { files, listPage }));

  test('comes in pages, so that 5,000 files make a page of no more than 300 kB', () => {
    const first = pageAt(1);
    assert.equal(rowsIn(first), 200);
    assert.ok(Buffer.byteLength(first) < 300_000, `${Buffer.byteLength(first)} bytes`);
    assert.match(first, /sent you 5,000 files/);
    assert.match(first, /Files 1 to 200 of 5,000/);
    assert.match(first, /href="\?lang=en&page=2#files"\s*>Next files/);
    assert.ok(!first.includes('Previous files'));
    const last = pageAt(25);
    assert.match(last, /Files 4,801 to 5,000 of 5,000/);
    assert.ok(last.includes('scan-5000.dcm') && !last.includes('Next files'));
    assert.equal(pageAt(26), last);
  });

  test('has no pager when it fits on one page', () => {
    const page = renderDownloadPage(viewWith('Hello', { files: manyFiles(200, undefined) }));
    assert.equal(rowsIn(page), 200);
    assert.ok(!page.includes('get-pages'));
  });

  test('is searched by a part of a name, whatever its case, and paged as the whole list is', () => {
    const named = files.map((file, at) => ({ ...file, name: `Bericht <${at}>.PDF` }));
    const found = (find: string, listPage = 1) =>
      renderDownloadPage(viewWith('Hello', { files: named, find, listPage }));
    assert.match(found('bericht <77>'), /1 file found\.[^]*Bericht &lt;77&gt;\.PDF/);
    assert.equal(rowsIn(found('<77>')), 1);
    assert.match(found('"><script>'), /No file name contains this\.[^]*Show all files/);
    assert.ok(!found('"><script>').includes('"><script>'));
    assert.match(found('bericht', 2), /&amp;find=bericht#files/);
    assert.doesNotMatch(found(''), /files? found/);
  });

  test('names what kind of file each is, and draws each symbol once', () => {
    const shown = renderDownloadPage(
      viewWith('Hello', {
        files: manyFiles(5, undefined).map((file, at) => ({
          ...file,
          name: ['a.jpg', 'b.JPG', 'c.xlsx', 'd.zip', 'e'][at] ?? '',
          mediaType: at < 2 ? 'image/jpeg' : unknownMediaType,
        })),
      }),
    );
    const kinds = [...shown.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, kind]) => kind);
    assert.deepEqual(kinds, ['Picture', 'Picture', 'Spreadsheet', 'Archive', 'File']);
    assert.equal(shown.match(/<symbol id="i-image"/g)?.length, 1);
  });

  test('stands below the button that takes all of it', () => {
    const page = pageAt(1);
    assert.ok(page.indexOf('all.zip') < page.indexOf('class="gets"'));
    assert.match(page, /5,000 files\s*<span class="count">5 MB<[^]*Download all \(5 MB, \.zip\)/);
  });
});

describe('what the page says of time', () => {
  const soon = { sentAt: noon - 6 * day, expiresAt: noon + hour };

  test('warns of an end that is near, of one file as of one', () => {
    assert.match(
      renderDownloadPage(viewWith('Hello', { ...soon, files: manyFiles(1, undefined) })),
      /This file expires soon\. Please download it now\./,
    );
    assert.match(
      renderDownloadPage(viewWith('Hello', { ...soon, files: manyFiles(2, undefined) })),
      /These files expire soon\. Please download them now\./,
    );
  });

  test('does not ask for what was downloaded already', () => {
    const page = renderDownloadPage(viewWith('Hello', { ...soon, files: manyFiles(2, noon) }));
    assert.match(page, /You have downloaded all the files/);
    // Where a new download says how it goes, so that it replaces this.
    assert.match(
      page,
      /<p class="get-state" role="status">\s*<span\s+class="state[^"]*"[^]{0,400}<span>You have downloaded all/,
    );
    assert.ok(!page.includes('expire soon'));
  });

  test('does not begin with a warning when a drop was sent for a day', () => {
    const view = { sentAt: noon - hour, expiresAt: noon + 22 * hour };
    const page = renderDownloadPage(viewWith('Hello', { ...view, files: manyFiles(2, undefined) }));
    assert.ok(!page.includes('expire soon'));
  });
});

test('a sender is named in the title, and the address stands below it', () => {
  const page = renderDownloadPage(
    viewWith('Hello', { sender: 'Anna Berg', senderEmail: 'anna@clinic.example' }),
  );
  assert.match(page, /<h1 class="display">Anna Berg sent you 2 files<\/h1>/);
  assert.match(page, /<p class="receive-mail">[^]*anna@<wbr \/>clinic\.example/);
  const unnamed = renderDownloadPage(viewWith('Hello'));
  assert.ok(!unnamed.includes('receive-mail'));
});

test('a code that was entered is told, and only then', () => {
  const told = /Your code was confirmed\./;
  assert.match(renderDownloadPage(viewWith('Hello', { isConfirmed: true })), told);
  assert.doesNotMatch(renderDownloadPage(viewWith('Hello')), told);
});

test('an empty message gives way to the default text', () => {
  for (const message of ['', ' \n ', undefined]) {
    assert.ok(
      renderDownloadPage({ ...viewWith('x'), message }).includes(
        ourTranslations.en.say('download.defaultMessage'),
      ),
    );
  }
});

test('every language writes the number of files as it writes numbers', () => {
  const files = manyFiles(12_345, undefined);
  for (const language of languages) {
    const page = renderDownloadPage(viewWith('Hello', { language, files }));
    assert.match(
      /<h1[^>]*>([^]*?)<\/h1>/.exec(page)?.[1] ?? '',
      /12(?:[^0-9]|&[^;]+;)345/,
      language,
    );
    assert.match(
      /class="pages get-pages"[^]*<\/nav>/.exec(page)?.[0] ?? '',
      /12(?:[^0-9]|&[^;]+;)345/,
    );
  }
});

test('a type that nobody knows is not named', () => {
  const [file] = manyFiles(1, undefined);
  assert.ok(file);
  const unknown = { ...file, name: 'no-extension', mediaType: 'application/octet-stream' };
  const page = renderDownloadPage(viewWith('Hello', { files: [unknown] }));
  assert.ok(!page.includes('octet-stream'));
  assert.match(page, /1 kB<\/span/);
});

test('files stand in their folders, as people sort them, each named as it was sent', () => {
  const paths = ['Serie 10/b.dcm', 'Serie 2/a.dcm', 'note.txt', 'Serie 2/inner/a.dcm'];
  const view = viewWith('', {
    files: manyFiles(4, undefined).map((file, at) => {
      const path = paths[at] ?? '';
      const nameInFolder = path.slice(path.lastIndexOf('/') + 1);
      return { ...file, folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))), nameInFolder };
    }),
  });
  const page = renderDownloadPage(view);
  const shown = page.matchAll(/class="file-name"[^>]*>\s*(?:<bdi>)?([^<]+)/g);
  assert.deepEqual(
    Array.from(shown, ([, name]) => name),
    ['note.txt', 'Serie 2', 'a.dcm', 'Serie 2 / inner', 'a.dcm', 'Serie 10', 'b.dcm'],
  );
  assert.match(page, /data-name="a\.dcm"/);
  assert.match(page, /files\/[\w-]+\/scan-2\.dcm"/);
  const found = renderDownloadPage({ ...view, find: 'inner' });
  assert.match(found, /Serie 2 \/ inner/);
  assert.doesNotMatch(found, /Serie 10/);
});

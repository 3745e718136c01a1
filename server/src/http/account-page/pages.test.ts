import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadAssets } from '../assets/load-assets.ts';
import { renderErrorPage, errorText } from '../error-pages/error-page.ts';
import { languages } from '../../i18n/language.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { hostileTexts } from '../html/hostile-texts.ts';
import { renderIndexPage } from './index-page.ts';
import { emptyView, viewWith } from './sample-views.ts';

const statuses = [400, 401, 403, 404, 405, 409, 413, 429, 500, 503];

const { say } = ourTranslations.en;
const english = { language: 'en', say } as const;

function errorPage(status: number, message = 'It did not work.'): string {
  const requestId = 'b7Kc5Hd2Sg8Ae1Ui3Oo0q3';
  return renderErrorPage({ status, message, requestId, serviceName: 'Valise', ...english });
}

const pages: Record<string, string> = {
  'an empty account': renderIndexPage(emptyView),
  'a busy account': renderIndexPage(viewWith('anna@clinic.example')),
  'a hostile account': renderIndexPage(viewWith(hostileTexts.join(' '))),
};
for (const status of [...statuses, 418, 507]) pages[`error ${status}`] = errorPage(status);

const assets = loadAssets(new URL('../../../../web/', import.meta.url).pathname);

for (const [name, page] of Object.entries(pages)) {
  describe(`the page: ${name}`, () => {
    const tags = page.match(/<[^<>]*>/g) ?? [];

    test('has a language, a title, one main landmark, one first heading and a way to skip to it', () => {
      assert.match(page, /^<!doctype html>\s*<html lang="en">/);
      assert.match(page, /<title>[^<]+ · [^<]+<\/title>/);
      assert.equal(page.match(/<main id="main"/g)?.length, 1);
      assert.equal(page.match(/<h1[^>]*>\s*[^\s<][^]*?<\/h1>/g)?.length, 1);
      assert.match(page, /<a class="skip" href="#main">/);
    });

    test('keeps the strict policy: no script, no inline style, no handler', () => {
      for (const tag of tags) assert.doesNotMatch(tag, /^<(script|style|iframe|object|base)\b/i);
      for (const tag of tags) assert.doesNotMatch(tag, /\s(style|on\w+)\s*=/i);
    });

    test('refers to nothing but its own parts and assets that are served', () => {
      for (const [, target = ''] of page.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        const known = target.startsWith('#')
          ? page.includes(`id="${target.slice(1)}"`)
          : assets.has(target);
        assert.ok(known, target);
      }
    });

    test('opens and closes every element, and uses no id twice', () => {
      const open: string[] = [];
      for (const tag of tags) {
        const [, slash, element = ''] = /^<(\/?)([a-z0-9]+)/.exec(tag) ?? [];
        const isVoid = ['', 'input', 'meta', 'link', 'img'].includes(element);
        if (isVoid || tag.endsWith('/>')) continue;
        if (slash === '/') assert.equal(open.pop(), element);
        else open.push(element);
      }
      assert.deepEqual(open, []);
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, ids.length);
    });
  });
}

describe('an error page', () => {
  test('has words of its own for every status that pages answer with', () => {
    const titles = statuses.map((status) => errorText(status, say).title);
    assert.equal(
      new Set([...titles, errorText(418, say).title, errorText(599, say).title]).size,
      titles.length + 2,
    );
  });

  test('says what happened, what to do, and the reference to quote', () => {
    const page = errorPage(404, 'No such file.');
    assert.ok(page.includes('<h1>There is nothing at this address</h1>'));
    assert.ok(page.includes('No such file.'));
    assert.ok(page.includes(errorText(404, say).nextStep));
    assert.ok(page.includes('<code>b7Kc5Hd2Sg8Ae1Ui3Oo0q3</code>'));
  });

  test('does not say its title twice', () => {
    const page = errorPage(404, 'There is nothing at this address.');
    assert.equal(page.split('There is nothing at this address').length - 1, 2, 'title and heading');
  });

  test('is in every language, with nothing in English in the others', () => {
    const seen = new Set<string>();
    for (const language of languages) {
      const page = renderErrorPage({
        status: 403,
        message: 'The CSRF token is missing.',
        requestId: 'r',
        serviceName: 'Valise',
        language,
        say: ourTranslations[language].say,
      });
      assert.ok(page.includes(`<html lang="${language}">`));
      assert.equal(page.includes('The CSRF token is missing.'), language === 'en');
      seen.add(/<h1>(.*)<\/h1>/.exec(page)?.[1] ?? '');
    }
    assert.equal(seen.size, languages.length);
  });

  test('shows what it was told as text', () => {
    assert.ok(errorPage(400, '<b>x</b>').includes('&lt;b&gt;x&lt;/b&gt;'));
  });
});

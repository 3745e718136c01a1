import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hostileTexts, templateTexts } from './hostile-texts.ts';
import { css, html, styleSheet, webLink, excerpt, userText } from './html.ts';

const references: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#34;': '"',
  '&#39;': "'",
  '&#96;': '`',
};

function unescape(text: string): string {
  return text.replace(/&[^&;]+;/g, (reference) => references[reference] ?? assert.fail(reference));
}

describe('escaping', () => {
  test('the corpus is large enough to mean something', () => {
    assert.ok(hostileTexts.length >= 200);
    assert.equal(new Set(hostileTexts).size, hostileTexts.length);
  });

  for (const [place, render, shape] of [
    ['text', (text: string) => html`<p>${text}</p>`, /^<p>([^<>"'`]*)<\/p>$/],
    [
      'an attribute',
      (text: string) => html`<p title="${text}"></p>`,
      /^<p title="([^<>"'`]*)"><\/p>$/,
    ],
  ] as const) {
    test(`no text can leave ${place}, and it reads as it was written`, () => {
      for (const text of [...hostileTexts, ...templateTexts]) {
        const [, inside] = shape.exec(String(render(text))) ?? [];
        assert.ok(inside !== undefined, text);
        assert.equal(unescape(inside), text.replaceAll('\0', '\uFFFD'));
      }
    });
  }

  test('what UTF-8 or HTML cannot carry is replaced, tabs and line ends are kept', () => {
    assert.equal(String(html`${'a\u0000b\u0085c\ud800d\te\nf'}`), 'a\uFFFDb\uFFFDc\uFFFDd\te\nf');
  });
});

describe('values', () => {
  test('markup passes, alone and in arrays, and strings in arrays are escaped', () => {
    const items = [html`<b>1</b>`, '<2>', [html`<i>3</i>`]];
    assert.equal(
      String(html`<p>${html`<u>0</u>`}${items}</p>`),
      '<p><u>0</u><b>1</b>&lt;2&gt;<i>3</i></p>',
    );
  });

  test('undefined and false render nothing, zero and the empty string themselves', () => {
    assert.equal(String(html`[${undefined}${false}${0}${''}]`), '[0]');
  });

  test('an object that only looks like markup is not taken for it', () => {
    const forged: unknown = JSON.parse('{"text":"<b>"}');
    assert.throws(() => html`${forged as string}`, TypeError);
  });
});

describe('places where escaping would not help', () => {
  const refused: [place: string, before: string, after: string][] = [
    ['an unquoted attribute', '<p title=', '></p>'],
    ['a single-quoted attribute', "<p title='", "'></p>"],
    ['an attribute name', '<p ', '="1"></p>'],
    ['a tag name', '<', '></p>'],
    ['a closing tag', '<p></', '>'],
    ['an event handler', '<p onclick="', '"></p>'],
    ['a style', '<p class="a" style="', '"></p>'],
    ['a script', '<script>', '</script>'],
    ['a style sheet', '<style>', '</style>'],
    ['a comment', '<!-- ', ' -->'],
    ['a whole link', '<a href="', '"></a>'],
    ['a link that may leave the origin', '<a href="/', '"></a>'],
  ];
  for (const [place, before, after] of refused) {
    test(`${place} is refused`, () => {
      const parts = Object.assign([before, after], { raw: [before, after] });
      assert.throws(() => html(parts, 'value'), TypeError);
    });
  }

  test('markup in an attribute is refused', () => {
    assert.throws(() => html`<p title="${html`<b></b>`}"></p>`, TypeError);
  });

  test('links that begin on the own origin, and text after a whole tag, are not refused', () => {
    const link = html`<a class="${'a'}" href="/assets/${'b'}" title="${'c'}">${'d'}</a>`;
    assert.equal(String(link), '<a class="a" href="/assets/b" title="c">d</a>');
    assert.equal(String(html`<a href="#${'e'}">${'f'}</a> ${'g'}`), '<a href="#e">f</a> g');
  });
});

describe('values made for one place', () => {
  test('a style and a whole link are taken where they belong, and text of a link everywhere', () => {
    const link = webLink('https://files.example/d/x?a=1&b="2"');
    const page = html`<a style="${css('color:red')}" href="${link}">${link}</a>`;
    const address = 'https://files.example/d/x?a=1&amp;b=%222%22';
    assert.equal(String(page), `<a style="color:red" href="${address}">${address}</a>`);
    assert.equal(
      String(html`${styleSheet(css('p { color: red; }'))}`),
      '<style>p { color: red; }</style>',
    );
  });

  test('they are refused elsewhere', () => {
    assert.throws(() => html`<p>${css('color:red')}</p>`, TypeError);
    assert.throws(() => html`<p title="${css('color:red')}"></p>`, TypeError);
    assert.throws(() => html`<p style="${webLink('https://files.example')}"></p>`, TypeError);
    assert.throws(() => html`<a href="${css('color:red')}"></a>`, TypeError);
  });

  test('what could leave a style, or is no web page, is refused', () => {
    for (const text of ['color:red"', '</style>', 'x:\\3c', '&quot;']) {
      assert.throws(() => css(text), TypeError);
    }
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '/relative']) {
      assert.throws(() => webLink(address), TypeError);
    }
  });
});

describe('text that somebody typed', () => {
  test('is isolated, and cannot reorder what it consists of', () => {
    assert.equal(String(userText('invoice\u202Efdp.exe')), '<bdi>invoicefdp.exe</bdi>');
    assert.equal(String(userText('\u2067gpj.\u2066exe')), '<bdi>gpj.exe</bdi>');
  });

  test('keeps the marks that right-to-left writing needs', () => {
    assert.equal(String(userText('דוח\u200F.pdf')), '<bdi>דוח\u200F.pdf</bdi>');
  });

  test('is cut between characters as a reader sees them, in one line', () => {
    assert.equal(excerpt(' one\n\ntwo ', 20), 'one two');
    assert.equal(excerpt('abcdef', 3), 'abc…');
    assert.equal(excerpt('ab👩‍⚕️cd', 4), 'ab…');
  });
});

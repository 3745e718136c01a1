import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { readLogo } from './assets.ts';

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function svg(content: string): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?>\n<!-- a logo -->\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>\n`,
  );
}

describe('a logo', () => {
  test('is a PNG or a drawing in SVG', async () => {
    assert.equal(readLogo(onePixel).type, 'image/png');
    const plain = svg('<style>.a{fill:url(#g)}</style><use href="#b"/><path class="a" d="M0 0"/>');
    assert.equal(readLogo(plain).type, 'image/svg+xml');
    const own = await readFile(new URL('../../../../web/images/logo.svg', import.meta.url));
    assert.equal(readLogo(own).type, 'image/svg+xml');
  });

  test('is small', () => {
    assert.throws(() => readLogo(Buffer.concat([onePixel, Buffer.alloc(40_000)])), /may have/);
    const vast = Buffer.from(onePixel);
    vast.writeUInt32BE(50_000, 16);
    assert.throws(() => readLogo(vast), /50000 × 1 pixels, and may be 4096/);
    assert.throws(() => readLogo(onePixel.subarray(0, 20)), /does not say how large/);
  });

  for (const [name, content] of Object.entries({
    'another kind of file': Buffer.from('GIF89a'),
    'a web page': Buffer.from('<!doctype html><svg viewBox="0 0 1 1"></svg>'),
    nothing: Buffer.alloc(0),
    'half a drawing': Buffer.from('<svg viewBox="0 0 1 1"><path/>'),
    'a drawing without a shape': Buffer.from('<svg ><path/></svg>'),
    'a script': svg('<script>1</script>'),
    'a script in a name space': svg('<svg:script>1</svg:script>'),
    'a handler': svg('<path onclick="x()"/>'),
    'a handler after a slash': svg('<path/onload="x()"/>'),
    'a page within': svg('<foreignObject/>'),
    'a foreign address': svg('<use href="https://evil.example/a.svg#b"/>'),
    'a foreign address in a style': svg('<style>path{fill:url(//evil.example/a)}</style>'),
    'an import': svg('<style>@import "x"</style>'),
    'a link': svg('<a href="#x"><path/></a>'),
    'an entity': svg('&#x3c;script&#x3e;'),
    'a declaration': Buffer.from('<svg viewBox="0 0 1 1"><!ENTITY x "y"></svg>'),
    'a style sheet': svg('<?xml-stylesheet href="x"?>'),
  })) {
    test(`is not ${name}`, () => {
      assert.throws(() => readLogo(content), Error);
    });
  }
});

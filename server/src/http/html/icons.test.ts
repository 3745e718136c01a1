import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from './html.ts';
import { icon, symbolsIn } from './icons.ts';

test('a page draws each icon that it refers to once, and no other', () => {
  const page = html`<p>${icon('mail')} ${icon('mail', 'icon-s')} ${icon('check-ring')}</p>`;
  const symbols = symbolsIn(page)?.toString() ?? '';
  const ids = Array.from(symbols.matchAll(/<symbol id="([^"]+)"/g), ([, id]) => id);
  assert.deepEqual(ids, ['i-mail', 'i-check-ring']);
  assert.match(symbols, /<path d="/);
});

test('a page without icons, or with a foreign reference, draws nothing', () => {
  assert.equal(symbolsIn(html`<p>No icons</p>`), undefined);
  assert.equal(symbolsIn(html`<svg><use href="#i-to-string" /></svg>`), undefined);
});

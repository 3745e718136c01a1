import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileAddress, openDownloadPageFixture } from './download-page-fixture.ts';

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 1)]);

describe('a file that is shown', () => {
  test('cannot do anything, and counts as a download', async (context) => {
    const { app, drop, press, completed } = await openDownloadPageFixture(context);
    const sent = await drop({
      'a.png': png,
      'b.txt': '<script>alert(1)</script>',
      'c.pdf': '%PDF-1.7\n<script>alert(1)</script>',
    });
    const nothing = "sandbox; default-src 'none'; frame-ancestors 'none'";
    const inViewer =
      "sandbox allow-same-origin; default-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'";
    for (const [name, type, policy] of [
      ['a.png', 'image/png', nothing],
      ['b.txt', 'text/plain; charset=utf-8', nothing],
      ['c.pdf', 'application/pdf', inViewer],
    ] as const) {
      const url = await press(`${fileAddress(sent, name)}?view=1`);
      const { headers, statusCode } = await app.inject({ url });
      assert.equal(statusCode, 200);
      assert.equal(headers['content-type'], type);
      assert.equal(headers['content-disposition'], 'inline');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['content-security-policy'], policy);
    }
    assert.deepEqual(await completed(sent), ['a.png', 'b.txt', 'c.pdf']);
  });

  test('is saved instead where no button was pressed, or its content is something else', async (context) => {
    const { app, drop, press } = await openDownloadPageFixture(context);
    const files = {
      'a.png': png,
      'page.png': '<html><script>alert(1)</script>',
      'binary.txt': Buffer.from([65, 0, 66]),
      'x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'x.html': '<script>alert(1)</script>',
      'x.pdf': '<html>%PDF-1.7',
      'large.txt': Buffer.alloc(1_000_001, 65),
    };
    const sent = await drop(files);
    const pressed = await Promise.all(
      Object.keys(files).map((name) => press(`${fileAddress(sent, name)}?view=1`)),
    );
    for (const url of [`${fileAddress(sent, 'a.png')}?view=1`, ...pressed.slice(1)]) {
      const { headers } = await app.inject({ url });
      assert.match(String(headers['content-disposition']), /^attachment;/, url);
    }
  });

  test('has a button only where it can be shown', async (context) => {
    const { app, drop } = await openDownloadPageFixture(context);
    const sent = await drop({ 'a.png': png, 'x.svg': '<svg/>', 'x.pdf': '%PDF', 'b.txt': 'text' });
    const { body } = await app.inject({ url: `/d/${sent.secret}` });
    const shown = [...body.matchAll(/files\/[\w-]+\/([\w.]+)\?view=1"/g)].map(([, name]) => name);
    assert.deepEqual(shown, ['a.png', 'b.txt', 'x.pdf']);
  });
});

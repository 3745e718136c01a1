import type { Account } from '../account.ts';
import type { Answer } from '../exchange.ts';
import { briefly, checksOf } from '../check.ts';
import {
  expect,
  expectEqual,
  expectMatch,
  expectStandardHeaders,
  expectStatus,
} from '../expect.ts';
import { newestInInbox, sendFiles } from '../workflow.ts';

/** Every kind of answer that needs no file. */
function kindsOf(me: Account): [status: number, ask: () => Promise<Answer>][] {
  const json = { 'content-type': 'application/json' };
  const browser = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
  return [
    [200, () => me.call('get_files')],
    [200, () => me.upload({ a: 'a' })],
    [200, () => me.send({ path: me.path() })],
    [200, () => me.send({ method: 'HEAD', path: me.path() })],
    [308, () => me.send({ path: `/${me.email}` })],
    [400, () => me.post('createdrop', json['content-type'], '?')],
    [401, () => me.bare({ path: me.path() })],
    [401, () => me.bare({ method: 'HEAD', path: me.path() })],
    [401, () => me.bare({ path: me.path(), headers: browser })],
    [403, () => me.send({ path: me.path('cgi/get_files.cgi') })],
    [404, () => me.download('none', 'none')],
    [405, () => me.call('get_files', { json: {} })],
    [415, () => me.post('upload', json['content-type'], '{}')],
    [422, () => me.call('contacts_add', { json: {} })],
  ];
}

function expectHeaders(answer: Answer, status: number): void {
  expectStatus(answer, status);
  expectStandardHeaders(answer.headers, answer);
  const names = answer.rawHeaders
    .filter((_, index) => index % 2 === 0)
    .map((name) => name.toLowerCase());
  expectEqual(new Set(names).size, names.length, 'number of headers that stand once', answer);
}

export const headerChecks = checksOf('Headers (document 4)', [
  {
    id: 'header/every-answer',
    title: 'every answer, errors too, carries the headers that the document lists, each once',
    async run({ me }) {
      for (const [status, ask] of kindsOf(me)) expectHeaders(await ask(), status);
    },
  },
  {
    id: 'header/downloads',
    title: 'downloads carry them too: whole, in part, unchanged, failed and beyond the end',
    async run({ me }) {
      await sendFiles(me, [me.email], { 'page.html': '<p>' }, { desttime: briefly });
      const { url } = await newestInInbox(me);
      const asked: [number, Record<string, string>][] = [
        [200, {}],
        [206, { range: 'bytes=1-2' }],
        [304, { 'if-none-match': '*' }],
        [412, { 'if-match': '"other"' }],
        [416, { range: 'bytes=999-' }],
      ];
      for (const [status, headers] of asked)
        expectHeaders(await me.download(url, 'page.html', { headers }), status);
      expectHeaders(await me.download(url, 'page.html', { method: 'HEAD' }), 200);
    },
  },
  {
    id: 'header/policy',
    title: 'Content-Security-Policy of a page: own origin only, nothing inline',
    async run({ me }) {
      const page = await me.send({ path: me.path() });
      const policy = String(page.headers['content-security-policy']);
      const directives = policy.split(/;\s*/).filter((directive) => directive !== '');
      expect(directives.includes("frame-ancestors 'self'"), "frame-ancestors 'self'", page);
      expectMatch(policy, /(?:^|; *)default-src '(?:none|self)'/, 'the policy', page);
      for (const directive of directives) {
        for (const source of directive.split(' ').slice(1))
          expectMatch(source, /^'(?:self|none)'$/, `a source in "${directive}"`, page);
      }
      const inline = /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:/i;
      expect(!inline.test(page.text()), 'a page without inline script, style or handler', page);
    },
  },
  {
    id: 'header/request-id',
    title: 'X-Request-Id is new for each request, whatever the client sends',
    async run({ me }) {
      const first = await me.call('get_files');
      const headers = { 'x-request-id': 'chosen-by-the-client' };
      const second = await me.call('get_files', { headers });
      const ids = [first, second].map((answer) => answer.headers['x-request-id']);
      expect(ids[0] !== ids[1], 'two ids', second);
      expect(ids[1] !== 'chosen-by-the-client', 'an id of the server', second);
    },
  },
]);

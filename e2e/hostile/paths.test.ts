import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentContent, startTarget, withstands } from './target.ts';

const target = await startTarget();
const { owner, inboxUrl } = target;
const { email } = owner;
const files = `${email}/${inboxUrl}/files`;

/** Paths that lead nowhere, with the credentials and the token of the owner. */
const leadNowhere = [
  `/${files}/..%2fsent.txt`,
  `/${files}/..%2f..%2f..%2f..%2fvalise.db`,
  `/${files}/%2e%2e%2fsent.txt`,
  `/${files}/%252e%252e%252fsent.txt`,
  `/${files}/sent.txt%00`,
  `/${files}/sent.txt%00.css`,
  `/${files}/sent.txt/`,
  `/${files}/sent.txt/x.css`,
  `/${files}/sent.txt;x.css`,
  `/${files}/./sent.txt`,
  `/${files}/x/../sent.txt`,
  `/${files}/sent.txt%2f`,
  `/${files}/SENT.TXT`,
  `/${files}/sent%252etxt`,
  `/${email}/${inboxUrl}%2ffiles%2fsent.txt`,
  `/${email}/${inboxUrl.slice(0, -1)}/files/sent.txt`,
  `/${email}/../${files}/sent.txt`,
  `/${email}/x/../cgi/get_files.cgi`,
  `/${email}/cgi/get_files.cgi/x.css`,
  `/${email}/cgi/get_files.cgi;x.css`,
  `/${email}/cgi/get_files.cgi%00`,
  `/${email}/cgi/get_files.cgi%3fx.css`,
  `/${email}/cgi/get_files.cgi%2fx.css`,
  `/${email}/cgi%2fget_files.cgi`,
  `/${email}/cgi/GET_FILES.CGI`,
  `/${email}/cgi/get_files`,
  `/${email}/cgi/..%2f..%2fkeys%2froot.key`,
  `/${email}/cgi/`,
  `/./${email}/cgi/get_files.cgi`,
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/../../../../etc/passwd',
  '/..%5c..%5cetc%5cpasswd',
  '/.git/config',
  '/data/valise.db',
  `/${'x'.repeat(15_000)}`,
  `/${email}/${'x'.repeat(6_000)}/files/sent.txt`,
  `/${files}/${'x'.repeat(6_000)}`,
  `/${'x/'.repeat(3_000)}`,
];

/** Paths that are no addresses. */
const malformed = [
  `/${email}/cgi/get_files.cgi%`,
  `/${email}/cgi/%zz`,
  `/${email}/cgi/%c0%af`,
  `/${files}/%ff%fe`,
  `/%`,
  `/%e0%80%af`,
];

test('a path that names nothing is not found, however it is spelt', async () => {
  await withstands(target, async () => {
    for (const path of leadNowhere) {
      const answer = await owner.signed({ path });
      assert.equal(answer.status, 404, `${answer.status} for ${path}`);
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
      assert.equal(answer.headers['cache-control'], 'no-cache, no-store, must-revalidate');
    }
  });
});

test('a path that is no address is a bad request', async () => {
  await withstands(target, async () => {
    for (const path of malformed) {
      const answer = await owner.signed({ path });
      assert.equal(answer.status, 400, `${answer.status} for ${path}`);
    }
  });
});

test('another account is out of reach, however its path is spelt', async () => {
  const paths = [
    '/other@example.com/cgi/get_files.cgi',
    '/OTHER%40example.com/cgi/get_files.cgi',
    `/${email}%00/cgi/get_files.cgi`,
    `/${email}%20/cgi/get_files.cgi`,
    `/${email}%2fx/cgi/get_files.cgi`,
    `/${'x'.repeat(300)}@example.com/`,
    '/%EF%BC%AFwner@example.com/cgi/get_files.cgi',
  ];
  await withstands(target, async () => {
    for (const path of paths) {
      assert.equal((await owner.signed({ path })).status, 403, path);
    }
  });
});

test('the same address may be spelt with escapes, in upper case and in absolute form', async () => {
  await withstands(target, async () => {
    const escaped = email.replace('@', '%40');
    const spellings = [
      `/${escaped}/cgi/get_files.cgi`,
      `/${email.toUpperCase()}/cgi/get_files.cgi`,
      `/${email}/cgi/get%5ffiles.cgi`,
      `${target.server.url}/${email}/cgi/get_files.cgi`,
    ];
    for (const path of spellings) {
      assert.equal((await owner.signed({ path })).status, 200, path);
    }
    const answer = await owner.signed({ path: `/${escaped}/${inboxUrl}/files/s%65nt.txt` });
    assert.deepEqual(answer.body, sentContent);
  });
});

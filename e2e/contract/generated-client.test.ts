import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';

const run = promisify(execFile);
const modules = join(import.meta.dirname, '../../node_modules');
const generator = join(modules, 'openapi-typescript/bin/cli.js');
const compiler = join(modules, 'typescript-native/bin/tsc');

const { server, clients } = await startExchange(['alice', 'bob']);
const { alice, bob } = clients;
const key = keyFor(alice.email);

/** Uploads to API v1, sends with it and with the customer's operations, and follows with API v1 what was sent. */
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './types.d.ts';

const [baseUrl = '', user = '', key = '', receiver = ''] = process.argv.slice(2);
const v1 = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });

const upload = () =>
  v1.POST('/api/v1/uploads', {
    params: { query: { name: 'report.pdf' } },
    body: '%PDF',
    bodySerializer: (text) => text,
    headers: { 'content-type': 'application/pdf' },
  });
const created = await upload();
if (created.data === undefined) throw new Error(created.error.detail);
const size: number | null = created.data.size;
const digest: string | null = created.data.sha256;
const removed = await v1.DELETE('/api/v1/uploads/{upload}', {
  params: { path: { upload: created.data.id } },
});

const another = await upload();
const atOnce = await v1.POST('/api/v1/drops', {
  body: { receivers: [{ email: receiver }], uploads: [another.data?.id ?? ''] },
});
const made: 'live' | 'expired' | 'revoked' | undefined = atOnce.data?.state;

const missing = await v1.GET('/api/v1/drops/{id}', { params: { path: { id: 'x' } } });
if (missing.error === undefined) throw new Error('There is such a drop');
const code: components['schemas']['Problem']['code'] = missing.error.code;

const basic = { authorization: \`Basic \${btoa(\`\${user}:\${key}\`)}\` };
const path = { user };
const cgi = createClient<paths>({ baseUrl, headers: basic });
const page = await cgi.GET('/{user}/', { params: { path }, parseAs: 'text' });
const token = /name="csrftoken" value="([^"]+)"/.exec(page.data ?? '')?.[1] ?? '';
const account = createClient<paths>({ baseUrl, headers: { ...basic, 'csrf-token': token } });
const params = { params: { path } };
await account.POST('/{user}/cgi/contacts_add.cgi', { ...params, body: [{ email: receiver }] });
await account.POST('/{user}/cgi/receivers_set.cgi', { ...params, body: [{ email: receiver }] });
await account.POST('/{user}/cgi/upload.cgi', {
  ...params,
  body: { do: 'upload', file: ['%PDF'] },
  bodySerializer(fields) {
    const form = new FormData();
    form.set('do', fields.do);
    for (const file of fields.file ?? []) form.append('file', new File([file], 'report.pdf'));
    return form;
  },
});
await account.GET('/{user}/cgi/get_files.cgi', params);
const sent = await account.POST('/{user}/cgi/createdrop.cgi', { ...params, body: {} });

const drops = await v1.GET('/api/v1/drops', { params: { query: { state: 'live' } } });
const [drop] = drops.data?.items ?? [];
const shown = await v1.GET('/api/v1/drops/{id}', { params: { path: { id: drop?.id ?? '' } } });
const reached: string[] = shown.data?.receivers.map(({ email }) => email) ?? [];
console.log(
  JSON.stringify({ size, digest, removed: removed.response.status, code, made, sent: sent.data?.status, reached }),
);
`;

const settings = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    ...{ module: 'nodenext', target: 'esnext', lib: ['esnext', 'dom', 'dom.iterable'] },
    ...{ types: ['node'], allowImportingTsExtensions: true },
  },
  files: ['program.ts'],
};

test('a client that is generated from the description compiles, and sends', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-generated-'));
  t.after(() => rm(folder, { recursive: true }));
  await symlink(modules, join(folder, 'node_modules'));
  const write = (name: string, content: string) => writeFile(join(folder, name), content);
  const inFolder = (...args: string[]) => run(process.execPath, args, { cwd: folder });
  const compile = () => inFolder(compiler, '-p', folder);

  await write('openapi.json', await (await fetch(`${server.url}/openapi.json`)).text());
  await inFolder(generator, 'openapi.json', '--output', 'types.d.ts');
  await write('package.json', '{"type":"module"}');
  await write('tsconfig.json', JSON.stringify(settings));
  await write('program.ts', program);
  await compile();

  const { stdout } = await inFolder('program.ts', server.url, alice.email, key, bob.email);
  assert.deepEqual(JSON.parse(stdout), {
    size: 4,
    digest: createHash('sha256').update('%PDF').digest('hex'),
    ...{ removed: 204, code: 'not_found', made: 'live', sent: 'ok', reached: [bob.email] },
  });

  await write('program.ts', program.replace("{ state: 'live' }", "{ state: 'lively' }"));
  await assert.rejects(compile());
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { ValiseError } from '../domain/model/valise-error.ts';
import { loadProviders } from './oidc-file.ts';

const company = {
  id: 'company',
  name: 'Company',
  issuer: 'https://id.example.com/realms/all',
  clientId: 'valise',
  clientSecretFile: 'oidc.secret',
};

async function write(context: TestContext, content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-oidc-'));
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'oidc.secret'), 'secret of the client\n', { mode: 0o600 });
  await writeFile(join(folder, 'open.secret'), 'everybody reads this', { mode: 0o644 });
  const path = join(folder, 'oidc.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function problemsOf(context: TestContext, content: unknown): Promise<string> {
  const oidcFile = await write(context, content);
  try {
    await loadProviders({ oidcFile });
  } catch (error) {
    assert.ok(error instanceof ValiseError && error.code === 'config_invalid');
    return (error.details ?? []).map(({ problem }) => problem).join('\n');
  }
  return '';
}

test('without a file there is no provider', async () => {
  assert.deepEqual(await loadProviders({ oidcFile: undefined }), []);
});

test('a provider needs an id, a name, an issuer and a client; the rest has defaults', async (context) => {
  const open = {
    ...company,
    id: 'open',
    issuer: 'http://localhost:9000',
    clientSecretFile: undefined,
    addAccounts: true,
    allowedDomains: ['example.com'],
    allowedGroups: ['staff'],
    scopes: ['email'],
    groupsClaim: 'roles',
    trustEmail: true,
  };
  const oidcFile = await write(context, { providers: [company, open] });
  const [first, second] = await loadProviders({ oidcFile });
  assert.equal(first?.clientSecret?.reveal(), 'secret of the client');
  assert.deepEqual(
    { ...first, clientSecret: undefined },
    {
      id: 'company',
      name: 'Company',
      issuer: 'https://id.example.com/realms/all',
      clientId: 'valise',
      clientSecret: undefined,
      scopes: ['email', 'profile'],
      groupsClaim: 'groups',
      trustsEmail: false,
      provisioning: undefined,
    },
  );
  assert.deepEqual(second, {
    id: 'open',
    name: 'Company',
    issuer: 'http://localhost:9000',
    clientId: 'valise',
    clientSecret: undefined,
    scopes: ['email'],
    groupsClaim: 'roles',
    trustsEmail: true,
    provisioning: { domains: ['example.com'], groups: ['staff'] },
  });
});

test('every mistake is named, and no secret', async (context) => {
  for (const [content, problem] of [
    ['{', /cannot be read/],
    [{}, /a list "providers"/],
    [{ providers: [7] }, /provider 1: must be an object/],
    [
      { providers: [{}] },
      /"id" is missing[^]*"name" is missing[^]*"issuer" is missing[^]*"clientId" is missing/,
    ],
    [{ providers: [{ ...company, id: 'Not Good' }] }, /"id" must be/],
    [{ providers: [{ ...company, issuer: 'http://id.example.com' }] }, /"issuer" must be an https/],
    [{ providers: [{ ...company, clientSecret: 'hidden' }] }, /there is no "clientSecret"/],
    [{ providers: [{ ...company, clientSecretFile: 'none' }] }, /clientSecretFile cannot be read/],
    [
      { providers: [{ ...company, clientSecretFile: 'open.secret' }] },
      /every user of this machine/,
    ],
    [{ providers: [{ ...company, addAccounts: true }] }, /addAccounts needs/],
    [{ providers: [{ ...company, allowedDomains: ['@example.com'] }] }, /"allowedDomains" must be/],
    [{ providers: [company, company] }, /two providers with the id company/],
  ] as const) {
    const problems = await problemsOf(context, content);
    assert.match(problems, problem);
    assert.doesNotMatch(problems, /hidden|everybody reads this/);
  }
});

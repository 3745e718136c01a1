import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openInstallation } from '../../compose/installation.ts';
import { startProvider } from '../../oidc/provider-fixture.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { embeddedStores } from '../../stores/store-settings.ts';
import { expectFinding, openHealthy } from './doctor-fixture.ts';

test('an identity provider is asked what it says of itself', async (t) => {
  const line = await openHealthy(t);
  await expectFinding(line, 'providers', 'ok', /No identity provider/);
  const running = await startProvider(t, ['http://localhost:8080/callback']);
  const oidcFile = join(line.dataDir, 'oidc.json');
  const { issuer } = running;
  const write = (changes: object) =>
    writeFile(
      oidcFile,
      JSON.stringify({
        providers: [{ id: 'company', name: 'Company', issuer, clientId: 'valise', ...changes }],
      }),
    );
  const flags = `--oidc-file ${oidcFile}`;
  await write({});
  await expectFinding(line, 'providers', 'ok', /can be reached/, flags);
  await write({ issuer: issuer.replace('127.0.0.1', 'localhost') });
  await expectFinding(line, 'providers', 'problem', /company.+issuer/, flags);
  await write({ clientId: '' });
  await expectFinding(line, 'providers', 'problem', /clientId/, flags);
  await write({});
  await running.stop();
  await expectFinding(line, 'providers', 'problem', /company.+ECONNREFUSED/, flags);
});

test('passkeys that were made for another name are reported', async (t) => {
  const line = await openHealthy(t);
  const place = { stores: embeddedStores(line.dataDir), keyDir: join(line.dataDir, 'keys') };
  const world = { clock: systemClock, randomness: systemRandomness };
  const installation = await openInstallation({ ...place, ...world }, { create: false });
  const { database } = installation;
  const account = await database.accounts.findByEmail('a@example.com');
  assert.ok(account);
  await database.passkeys.add({
    id: 'cGhvbmU',
    accountId: account.id,
    rpId: 'files.example.com',
    publicKey: Buffer.from('key'),
    algorithm: -7,
    counter: 0,
    name: 'Phone',
    createdAt: 0,
    lastUsedAt: undefined,
  });
  await installation.close();
  const at = (name: string) => `--offline --public-url https://${name}`;
  await expectFinding(line, 'passkeys', 'ok', /not checked/, '--offline');
  await expectFinding(line, 'passkeys', 'ok', /Every passkey/, at('files.example.com'));
  await expectFinding(
    line,
    'passkeys',
    'warning',
    /made for files\.example/,
    at('new.example.com'),
  );
});

test('API keys that work with an address only are named', async (t) => {
  const line = await openHealthy(t);
  await expectFinding(line, 'api-keys', 'ok', /Every API key works alone/, '--offline');
  const input = 'x'.repeat(40);
  await line.type('account add b@example.com 46700000001 --key-file -', { input });
  await line.type('account add c@example.com 46700000001 --key-file -', { input });
  const short = 'account key add c@example.com Nightly --key-file -';
  assert.equal((await line.type(short, { input: 'short-key-1' })).status, 0);
  const named =
    /Basic only: b@example\.com \(fits two accounts\), c@example\.com \(fits two accounts\), c@example\.com "Nightly" \(short\)\./;
  await expectFinding(line, 'api-keys', 'warning', named, '--offline');
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemRandomness } from './system.ts';
import { loadTlsIdentity } from './tls-identity.ts';

test('a certificate that cannot be used is a fault of the settings, and named', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-tls-'));
  context.after(() => rm(folder, { recursive: true }));
  const tlsCertFile = join(folder, 'cert.pem');
  const tlsKeyFile = join(folder, 'key.pem');
  const load = () => loadTlsIdentity({ tlsCertFile, tlsKeyFile }, systemRandomness);
  const fault = (message: RegExp) => ({ code: 'config_invalid', message });
  await assert.rejects(load(), fault(/tlsCertFile cannot be read: .*cert\.pem/));
  await writeFile(tlsCertFile, 'no certificate');
  await assert.rejects(load(), fault(/tlsKeyFile cannot be used: .*key\.pem/));
  await writeFile(tlsKeyFile, 'no key', { mode: 0o600 });
  await assert.rejects(load(), fault(/cert\.pem and .*key\.pem are no certificate and its key/));
  assert.equal(
    await loadTlsIdentity({ tlsCertFile: undefined, tlsKeyFile: undefined }, systemRandomness),
    undefined,
  );
});

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate that vouches for itself, for the host `localhost` and for no other. */
export async function makeCertificate(folder: string, name: string) {
  const file = join(folder, `${name}.pem`);
  const keyFile = join(folder, `${name}.key`);
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-keyout', keyFile, '-out', file, '-days', '2', '-subj', `/CN=${name}`],
    ...['-addext', 'subjectAltName=DNS:localhost'],
  ]);
  return { file, cert: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8') };
}

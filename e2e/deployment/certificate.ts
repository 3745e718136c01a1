import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name that every example uses. */
export const exampleName = 'files.example.com';

export interface Certificate {
  certFile: string;
  keyFile: string;
  /** The certificate itself, which is also the only one to trust. */
  pem: string;
}

/** Makes a certificate that vouches for itself, valid for a day. */
export function makeCertificate(folder: string, fileName = 'certificate'): Certificate {
  const certFile = join(folder, `${fileName}.pem`);
  const keyFile = join(folder, `${fileName}.key`);
  const subject = ['-subj', `/CN=${exampleName}`, '-addext', `subjectAltName=DNS:${exampleName}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const output = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...kind, '-days', '1', ...subject, ...output], {
    stdio: 'pipe',
  });
  return { certFile, keyFile, pem: readFileSync(certFile, 'utf8') };
}

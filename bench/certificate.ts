import { join } from 'node:path';
import { runProgram } from './run-program.ts';

export interface Certificate {
  certFile: string;
  keyFile: string;
}

/** A certificate for loopback that vouches for itself. */
export async function createCertificate(dir: string): Promise<Certificate> {
  const [certFile, keyFile] = [join(dir, 'certificate.pem'), join(dir, 'certificate-key.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certFile];
  await runProgram('openssl', ['req', '-x509', '-days', '2', ...key, ...name, ...files]);
  return { certFile, keyFile };
}

/** What curl must be told to believe it. */
export function trustArguments(certificate: Certificate | undefined): string[] {
  return certificate === undefined ? [] : ['--cacert', certificate.certFile];
}

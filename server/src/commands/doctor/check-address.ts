import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../config/settings.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { day, utcDay } from '../../domain/model/clock.ts';
import { isLoopback } from '../../config/addresses.ts';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

/** Under which address people reach the service. */
export function checkPublicUrl({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): Verdict {
  if (publicUrl === undefined) {
    return isLoopback(host)
      ? ok('publicUrl is not set; the server listens to this machine only.')
      : warning(
          `publicUrl is not set, and the server listens on ${host}: links in mails name this machine or that address, which may lead nowhere for their readers, and any Host header is taken.`,
          'Set publicUrl to the address that people use, such as https://files.example.com.',
        );
  }
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopback(hostname)
    ? ok(`People reach the service at ${publicUrl}.`)
    : warning(
        `publicUrl is ${publicUrl}: over plain HTTP, keys and files can be read on their way.`,
        'Serve HTTPS, or put a proxy in front that does, and set publicUrl to that address.',
      );
}

const noticeMs = 14 * day;

type TlsSettings = Pick<Config, 'tlsCertFile' | 'tlsKeyFile' | 'host'>;

/** Whether the certificate can be used now and belongs to its key. */
export async function checkTls(
  { tlsCertFile, tlsKeyFile, host }: TlsSettings,
  now: Instant,
): Promise<Verdict> {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) {
    return isLoopback(host)
      ? ok('Plain HTTP, reachable from this machine only.')
      : warning(
          `Plain HTTP on ${host}: keys and files cross the network unprotected.`,
          'Set tlsCertFile and tlsKeyFile, or listen on 127.0.0.1 behind a proxy that speaks HTTPS.',
        );
  }
  const certificate = await readPem(tlsCertFile, (pem) => new X509Certificate(pem));
  const key = await readPem(tlsKeyFile, (pem) => createPrivateKey(pem));
  const renew = 'Renew it, and send the server SIGHUP.';
  const end = certificate.validToDate.getTime();
  if (!certificate.checkPrivateKey(key)) {
    return problem(
      `${tlsKeyFile} is not the key of ${tlsCertFile}.`,
      'Name the certificate and key that were made together.',
    );
  }
  if (now > end) return problem(`The certificate ended on ${utcDay(end)}.`, renew);
  if (now < certificate.validFromDate.getTime()) {
    const start = utcDay(certificate.validFromDate.getTime());
    return problem(`The certificate is good only from ${start} on.`, 'Check the clock.');
  }
  if (end - now < noticeMs) return warning(`The certificate ends on ${utcDay(end)}.`, renew);
  if (((await stat(tlsKeyFile)).mode & 0o077) !== 0) {
    return warning(
      `${tlsKeyFile} can be read by others than its owner.`,
      `If nobody else needs it, run: chmod 600 ${tlsKeyFile}`,
    );
  }
  return ok(`The certificate is good until ${utcDay(end)} and belongs to its key.`);
}

/** Says which file it is that cannot be used. */
async function readPem<Made>(path: string, parse: (pem: Buffer) => Made): Promise<Made> {
  try {
    return parse(await readFile(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} cannot be used: ${why}`, { cause: error });
  }
}

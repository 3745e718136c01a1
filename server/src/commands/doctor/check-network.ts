import { X509Certificate, createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';

import { isServerRunning } from '../../locks/server-lock.ts';
import { isLoopback } from '../../config/addresses.ts';
import type { Config } from '../../config/settings.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { day, utcDay } from '../../domain/model/clock.ts';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

/** How long another machine may take before it counts as unreachable. */
const reachMs = 3_000;

interface Target {
  host: string;
  port: number;
  /** Uses TLS from the start, and trusts only these certificates where they are given. */
  tls?: { ca: Buffer | undefined } | undefined;
}

/**
 * Connects, and disconnects again. Resolves with the greeting where the server is to speak first. Throws
 * when the server is unreachable.
 */
async function reach(target: Target, { speaksFirst }: { speaksFirst: boolean }): Promise<string> {
  const { host, port, tls } = target;
  const signal = AbortSignal.timeout(reachMs);
  const socket: Socket = tls
    ? connectSecurely({ host, port, servername: host, ca: tls.ca })
    : connect({ host, port });
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', { signal });
    if (!speaksFirst) return '';
    const [greeting] = (await once(socket, 'data', { signal })) as [Buffer];
    return greeting.toString('latin1');
  } catch (error) {
    if (signal.aborted) throw new Error(`no answer within ${reachMs / 1000} s`, { cause: error });
    throw error;
  } finally {
    socket.destroy();
  }
}

/** What `/readyz` answers. */
export interface Readiness {
  status: 'ok' | 'degraded' | 'unavailable';
  checks: Record<string, string>;
}

/** Longer than a server takes to answer. */
const timeoutMs = 5_000;

/** Asks the server on this machine. Throws when it gives no such answer. */
async function askReadiness({
  host,
  port,
  tlsCertFile,
}: Pick<Config, 'host' | 'port' | 'tlsCertFile'>): Promise<Readiness> {
  const signal = AbortSignal.timeout(timeoutMs);
  const target = { host: ownAddress(host), port, path: '/readyz', signal, agent: false } as const;
  // The certificate names the public address, and another check covers it.
  const request =
    tlsCertFile === undefined ? get(target) : getSecurely({ ...target, rejectUnauthorized: false });
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
  const answer = (await json(response)) as Partial<Readiness> | null;
  if (answer?.status === undefined || answer.checks === undefined) {
    throw new Error('another program answers there');
  }
  return { status: answer.status, checks: answer.checks };
}

/** The address at which people reach the service. */
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

/** Whether the certificate is valid now and belongs to its key. */
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

/** Names the file that cannot be used. */
async function readPem<Made>(path: string, parse: (pem: Buffer) => Made): Promise<Made> {
  try {
    return parse(await readFile(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} cannot be used: ${why}`, { cause: error });
  }
}

type ListenSettings = Pick<Config, 'host' | 'port' | 'tlsCertFile'>;

/** Whether a server runs on the data and works; where none runs, whether its port is free. */
export async function checkServer(
  lockPath: string,
  settings: ListenSettings,
  isOffline: boolean,
): Promise<Verdict> {
  const isRunning = isServerRunning(lockPath);
  // Port 0 means any free port, so there is none to check.
  if (isOffline || settings.port === 0) {
    return ok(isRunning ? runs : noneRuns);
  }
  return isRunning ? await checkRunning(settings) : await checkPort(settings);
}

const runs = 'A server is running on this data folder.';
const noneRuns = 'No server is running on this data folder.';

async function checkRunning(settings: ListenSettings): Promise<Verdict> {
  const remedy = 'The server’s log says more, such as: journalctl -u valise';
  let report;
  try {
    report = await askReadiness(settings);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return warning(
      `${runs} It could not be asked how it is on port ${settings.port}: ${why}.`,
      `If it listens elsewhere, name its --host and --port. ${remedy}`,
    );
  }
  const faults = Object.entries(report.checks)
    .filter(([, verdict]) => verdict !== 'ok')
    .map(([name, verdict]) => `${name} ${verdict}`);
  if (report.status === 'ok') return ok(`${runs} It says that all is well.`);
  const message = `${runs} It says: ${faults.join('; ')}.`;
  return report.status === 'degraded' ? warning(message, remedy) : problem(message, remedy);
}

async function checkPort({ host, port }: ListenSettings): Promise<Verdict> {
  try {
    await reach({ host: ownAddress(host), port }, { speaksFirst: false });
  } catch {
    return ok(`${noneRuns} Port ${port} is free.`);
  }
  return problem(
    `${noneRuns} Port ${port} is taken by another program, so that none can start.`,
    `Find out which, for example with "ss -ltnp sport = :${port}", and stop it; or choose another --port.`,
  );
}

/** The address at which this machine reaches a listener on `host`. */
function ownAddress(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

type MailSettings = Pick<Config, 'smtpHost' | 'smtpPort' | 'smtpSecurity' | 'smtpCaFile'>;

export async function checkMailServer(config: MailSettings): Promise<Verdict> {
  const { smtpHost: host, smtpPort: port, smtpSecurity, smtpCaFile } = config;
  if (host === undefined) return ok('No mail server is set: mails are kept under the data folder.');
  const ca = smtpCaFile === undefined ? undefined : await readFile(smtpCaFile);
  const remedy = `Check smtpHost, smtpPort and smtpSecurity, and that this machine may reach ${host}:${port}. Mails wait meanwhile.`;
  try {
    const tls = smtpSecurity === 'tls' ? { ca } : undefined;
    const greeting = await reach({ host, port, tls }, { speaksFirst: true });
    return greeting.startsWith('220')
      ? ok(`The mail server ${host}:${port} answers.`)
      : problem(`${host}:${port} answers, but not as a mail server does.`, remedy);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return problem(`The mail server ${host}:${port} cannot be reached: ${why}.`, remedy);
  }
}

export async function checkSmsGateway({
  smsGatewayUrl,
}: Pick<Config, 'smsGatewayUrl'>): Promise<Verdict> {
  if (smsGatewayUrl === undefined) {
    return ok('No SMS gateway is set: messages are kept under the data folder.');
  }
  const { protocol, hostname, port, host } = new URL(smsGatewayUrl);
  const isSecure = protocol === 'https:';
  const target = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    tls: isSecure ? { ca: undefined } : undefined,
  };
  try {
    await reach(target, { speaksFirst: false });
    return ok(`The SMS gateway ${host} can be reached.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return problem(
      `The SMS gateway ${host} cannot be reached: ${why}.`,
      'Check smsGatewayUrl, and that this machine may reach it. Codes by SMS do not arrive meanwhile.',
    );
  }
}

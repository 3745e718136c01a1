import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/settings.ts';
import { isServerRunning } from '../../compose/server-lock.ts';
import { askReadiness } from './ask-readiness.ts';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';
import { reach } from './reach.ts';

type Place = Pick<Config, 'host' | 'port' | 'tlsCertFile'>;

/** Whether a server runs on the data and does its work; where none runs, whether its port is free. */
export async function checkServer(
  lockPath: string,
  place: Place,
  isOffline: boolean,
): Promise<Verdict> {
  const isRunning = isServerRunning(lockPath);
  // Port 0 is any that is free: nobody knows which.
  if (isOffline || place.port === 0) {
    return ok(isRunning ? runs : noneRuns);
  }
  return isRunning ? await checkRunning(place) : await checkPort(place);
}

const runs = 'A server is running on this data folder.';
const noneRuns = 'No server is running on this data folder.';

async function checkRunning(place: Place): Promise<Verdict> {
  const remedy = 'The server’s log says more, such as: journalctl -u valise';
  let report;
  try {
    report = await askReadiness(place);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return warning(
      `${runs} It could not be asked how it is on port ${place.port}: ${why}.`,
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

async function checkPort({ host, port }: Place): Promise<Verdict> {
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

/** Where this machine reaches what listens on `host`. */
export function ownAddress(host: string): string {
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

import { isAbsolute, relative, sep } from 'node:path';
import { isLoopback } from '../config/addresses.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
import type { SetupFault } from '../domain/administration/overview.ts';

/** Whether whoever gets a copy of the data folder gets the keys with it. */
export function areKeysBesideData(
  {
    keyDir,
    keyCommand,
    keyCredential,
  }: Pick<WorkerConfig, 'keyDir' | 'keyCommand' | 'keyCredential'>,
  dataDir: string,
): boolean {
  if (keyCommand !== undefined || keyCredential) return false;
  const way = relative(dataDir, keyDir);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** What is unsafe or missing about these settings. */
export function findSetupFaults(
  config: Pick<
    WorkerConfig,
    | 'host'
    | 'keyCommand'
    | 'keyCredential'
    | 'keyDir'
    | 'publicUrl'
    | 'smtpHost'
    | 'tlsCertFile'
    | 'trustedProxies'
  >,
  dataDir: string,
): SetupFault[] {
  const isOpen = !isLoopback(config.host);
  // Behind a proxy that is trusted to name its clients, TLS ends there.
  const isPlain = config.tlsCertFile === undefined && config.trustedProxies.length === 0;
  return [
    ...(config.smtpHost === undefined ? (['no_mail_server'] as const) : []),
    ...(areKeysBesideData(config, dataDir) ? (['keys_beside_data'] as const) : []),
    ...(isOpen && isPlain ? (['plain_http'] as const) : []),
    ...(isOpen && config.publicUrl === undefined ? (['no_public_url'] as const) : []),
  ];
}

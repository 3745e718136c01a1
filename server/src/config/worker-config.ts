import { Secret } from './secret.ts';
import type { ConfigOf, SettingsTable } from './setting.ts';
import type { settings } from './settings.ts';

type SecretForMain<Table> = {
  [Name in keyof Table]: Table[Name] extends { secret: 'main' } ? Name : never;
}[keyof Table];

/** The settings that workers get: all but the secrets of the main process. */
export type WorkerConfigOf<Table> = Omit<ConfigOf<Table>, SecretForMain<Table>>;
export type WorkerConfig = WorkerConfigOf<typeof settings>;

/** The settings for another process, as JSON. Not for a log: its secrets are readable. */
export interface SentConfig {
  plain: Readonly<Record<string, unknown>>;
  secrets: Readonly<Record<string, string>>;
}

/** Removes the secrets that only the main process needs. */
export function workerConfigOf<Table extends SettingsTable>(
  table: Table,
  config: ConfigOf<Table>,
): WorkerConfigOf<Table> {
  const kept = Object.entries(config).filter(([name]) => !isForMain(table[name]));
  return Object.fromEntries(kept) as WorkerConfigOf<Table>;
}

export function sendWorkerConfig(config: object): SentConfig {
  const entries = Object.entries(config) as [string, unknown][];
  return {
    plain: Object.fromEntries(entries.filter(([, value]) => !(value instanceof Secret))),
    secrets: Object.fromEntries(
      entries.flatMap(([name, value]) =>
        value instanceof Secret ? [[name, value.reveal()] as const] : [],
      ),
    ),
  };
}

/** `Table` must be the one that the settings were sent by. */
export function receiveWorkerConfig<Table = typeof settings>({
  plain,
  secrets,
}: SentConfig): WorkerConfigOf<Table> {
  const received = Object.entries(secrets).map(
    ([name, value]) => [name, new Secret(value)] as const,
  );
  return { ...plain, ...Object.fromEntries(received) } as WorkerConfigOf<Table>;
}

function isForMain(setting: SettingsTable[string] | undefined): boolean {
  return setting !== undefined && 'secret' in setting && setting.secret === 'main';
}

/** The limits on concurrent transfers, which the process that counts them needs. */
export function slotLimitsOf(
  config: Pick<WorkerConfig, 'transfersPerLink' | 'transfersPerNetwork' | 'maxTransfers'>,
) {
  return {
    perLink: config.transfersPerLink,
    perNetwork: config.transfersPerNetwork,
    inAll: config.maxTransfers,
  };
}

import type { CommandContext } from '../../cli-kit/define-command.ts';
import type { User } from '../../cli-kit/wrong-user.ts';
import { explainWrongUser } from '../../cli-kit/wrong-user.ts';
import type { Installation } from '../../compose/installation.ts';
import { openInstallation } from '../../compose/installation.ts';
import { keyPlaceOf } from '../../compose/key-place.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import type { StoreSettings } from '../../stores/store-settings.ts';
import { getStores } from '../../stores/registry.ts';
import type { LoadedSettings } from './load-settings.ts';
import { loadSettingsFor } from './load-settings.ts';

/** The actor in the audit trail when a command changes something. */
export const operator: Actor = { name: 'operator', source: 'cli', requestId: '-' };

/** Opens the data folder that the flags, the environment or the default name, and closes it again. */
export async function withInstallation<Result>(
  context: CommandContext,
  { settingFlags }: { settingFlags: readonly string[] },
  work: (installation: Installation, settings: LoadedSettings) => Promise<Result>,
  { create }: { create: boolean } = { create: false },
): Promise<Result> {
  const settings = await loadSettingsFor(context, settingFlags);
  const { stores, config } = settings;
  try {
    const installation = await openInstallation(
      {
        stores,
        ...keyPlaceOf(config, context.env),
        clock: systemClock,
        randomness: systemRandomness,
      },
      { create },
    );
    try {
      return await work(installation, settings);
    } finally {
      await installation.close();
    }
  } catch (error) {
    throw explainDataFault(error, stores, context.user);
  }
}

/** A fault of the machine becomes a message; a bug is thrown as it is. */
export function explainDataFault(error: unknown, stores: StoreSettings, user: User): unknown {
  if (error instanceof ValiseError || !(error instanceof Error)) return error;
  const { database, location } = getStores(stores);
  if (!database.isDataFault(error) && !('syscall' in error)) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
  const wrongUser = explainWrongUser(path ?? database.describe(location), user);
  if (wrongUser !== undefined) return new ValiseError('data_unsafe', wrongUser, { cause: error });
  return new ValiseError(
    'data_unsafe',
    `The data in ${location.dataDir} cannot be used: ${error.message}. "valise doctor" looks for the cause.`,
    { cause: error },
  );
}

import type { CommandContext } from '../../cli-kit/define-command.ts';
import { explainWrongUser } from '../../cli-kit/wrong-user.ts';
import { locateData } from '../../config/config-sources.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { Config, Origins } from '../../config/settings.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { StoreSettings } from '../../stores/store-settings.ts';
import { storeSettingsOf } from '../../stores/store-settings.ts';

export interface LoadedSettings {
  config: Config;
  origins: Origins;
  dataDir: string;
  dataOrigin: string;
  stores: StoreSettings;
}

/** The settings a command runs with. `args` are its flags of settings, without its own options. */
export async function loadSettingsFor(
  context: CommandContext,
  args: readonly string[] = context.args,
): Promise<LoadedSettings> {
  const { env, cwd, defaultDataDir } = context;
  const located = locateData({ args, env, cwd, defaultDir: defaultDataDir });
  // Before anything is read: an unreadable file would look missing or broken.
  const wrongUser = explainWrongUser(located.dataDir, context.user);
  if (wrongUser !== undefined) throw new ValiseError('data_unsafe', wrongUser);
  const { config, origins } = await loadConfig({
    dataDir: located.dataDir,
    args: located.args,
    env,
    cwd,
    readStandardInput: context.readStandardInput,
  });
  const { dataDir, origin: dataOrigin } = located;
  return { config, origins, dataDir, dataOrigin, stores: storeSettingsOf(config, dataDir) };
}

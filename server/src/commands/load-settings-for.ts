import { loadConfig } from '../config/load-config.ts';
import { locateData } from '../config/locate-data.ts';
import type { Config, Origins } from '../config/settings.ts';
import type { CommandContext } from './command.ts';

export interface LoadedSettings {
  config: Config;
  origins: Origins;
  dataDir: string;
  dataOrigin: string;
}

/** The settings a command runs with. `args` are its flags of settings, without its own options. */
export async function loadSettingsFor(
  context: CommandContext,
  args: readonly string[] = context.args,
): Promise<LoadedSettings> {
  const { env, cwd, defaultDataDir } = context;
  const located = locateData({ args, env, cwd, defaultDir: defaultDataDir });
  const { config, origins } = await loadConfig({
    dataDir: located.dataDir,
    args: located.args,
    env,
    cwd,
    readStandardInput: context.readStandardInput,
  });
  return { config, origins, dataDir: located.dataDir, dataOrigin: located.origin };
}

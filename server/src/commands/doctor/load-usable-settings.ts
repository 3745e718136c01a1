import { findContradictions } from '../../config/find-contradictions.ts';
import { loadSettings } from '../../config/load-config.ts';
import { locateData } from '../../config/config-sources.ts';
import type { Config } from '../../config/settings.ts';
import { settings } from '../../config/settings.ts';
import type { CommandContext } from '../../cli-kit/define-command.ts';
import type { Finding } from './finding.ts';
import { ok, problem } from './finding.ts';

interface UsableSettings {
  dataDir: string;
  config: Config;
  findings: Finding[];
}

/** The settings, with the default in place of each that is wrong, so that the rest can be looked at. */
export async function loadUsableSettings(
  context: CommandContext,
  settingFlags: readonly string[],
): Promise<UsableSettings> {
  const { env, cwd, defaultDataDir, readStandardInput } = context;
  const { dataDir, args } = locateData({
    args: settingFlags,
    env,
    cwd,
    defaultDir: defaultDataDir,
  });
  const input = { dataDir, args, env, cwd, readStandardInput };
  const { values, origins, problems } = await loadSettings(settings, input);
  const mistakes = [...problems, ...findContradictions(values, origins)];
  const verdicts =
    mistakes.length === 0
      ? [ok('Every setting has a value that it takes.')]
      : mistakes.map(({ field, problem: mistake }) =>
          problem(`${field} ${mistake}`, 'Mend it: the server does not start before.'),
        );
  return {
    dataDir,
    config: { ...defaultConfig(dataDir), ...values } as Config,
    findings: verdicts.map((verdict) => ({ check: 'settings', ...verdict })),
  };
}

function defaultConfig(dataDir: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.values(settings).map((setting) => [
      setting.name,
      'default' in setting ? setting.kind.read(setting.default, dataDir) : undefined,
    ]),
  );
}

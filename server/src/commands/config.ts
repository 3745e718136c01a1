import { isMarkedFolder } from '../compose/sandbox-marks.ts';
import { loadProviders } from '../config/oidc-file.ts';
import { Secret } from '../config/secret.ts';
import type { Setting } from '../config/setting.ts';
import { settings } from '../config/settings.ts';
import type { SettingName } from '../config/settings.ts';
import { appearanceSettings } from '../domain/model/appearance.ts';
import { loadBrand } from '../brand/load-brand.ts';
import { jsonOption, defineCommand } from '../cli-kit/define-command.ts';
import { formatTable } from '../cli-kit/print.ts';
import { loadSettingsFor } from './installation/load-settings.ts';

export const config = defineCommand({
  name: 'config',
  summary: 'show the settings in effect, and where each comes from',
  about: `Reads flags, environment and valise.json as "valise serve" would, and checks them all, with
the logo, texts and identity providers that they name. Secrets are not shown. In JSON, durations are
in milliseconds and sizes in bytes. Name, colour, address and logo that no setting has are what
administrators chose in the application, or ours: "valise doctor" says which they chose.`,
  options: { json: jsonOption },
  examples: ['config', 'config --json --data /srv/valise'],
  async run(context, given) {
    const loaded = await loadSettingsFor(context, given.settingFlags);
    const { dataDir, dataOrigin, config: values, origins } = loaded;
    const { warnings } = await loadBrand(values);
    for (const { field, problem } of warnings) {
      context.stderr.write(`valise: ${field}: ${problem}\n`);
    }
    await loadProviders(values);
    const rows = (Object.keys(settings) as SettingName[]).map((name) => ({
      setting: settings[name],
      value: values[name],
      origin: origins[name],
    }));
    const entries = rows.map(({ setting, value = null, origin }) => [
      setting.name,
      { value, origin },
    ]);
    const shown = rows.map(({ setting, value, origin }) => [
      setting.key,
      show(setting, value),
      origin,
    ]);
    const isSandbox = await isMarkedFolder(dataDir);
    const header = ['SETTING', 'VALUE', 'FROM'];
    return {
      json: {
        data: { value: dataDir, origin: dataOrigin },
        sandbox: isSandbox,
        settings: Object.fromEntries(entries) as object,
      },
      text: `${isSandbox ? 'This folder is a sandbox. It captures mails and SMS, whatever the settings say.\n\n' : ''}${formatTable(header, [['data', dataDir, dataOrigin], ...shown])}`,
    };
  },
});

/** Unset, they come from the database, which this command does not open. */
const leftToAdministrators: ReadonlySet<string> = new Set(Object.values(appearanceSettings));

/** As an operator would write it. */
function show(setting: Setting, value: unknown): string {
  if (value === undefined)
    return leftToAdministrators.has(setting.name) ? 'by administrators' : 'none';
  if ('kind' in setting && setting.kind.show !== undefined) return setting.kind.show(value);
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : value.join(',');
  if (value instanceof Secret) return value.toString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import type { Config } from '../../config/settings.ts';
import type { Appearance } from '../../domain/model/appearance.ts';
import { appearanceSettings } from '../../domain/model/appearance.ts';
import type { DatabaseOf } from '../../domain/model/database.ts';
import type { Verdict } from './finding.ts';
import { ok } from './finding.ts';

/** Which names, colours and pictures come from the database: the settings do not show them. */
export async function checkAppearance(
  { appearance }: DatabaseOf<'appearance'>,
  config: Config,
): Promise<Verdict> {
  const row = await appearance.find();
  const chosen = (Object.keys(appearanceSettings) as (keyof Appearance)[]).filter(
    (part) => row[part] !== undefined,
  );
  if (chosen.length === 0)
    return ok('Administrators have chosen no name, colour, address or logo.');
  const parts = chosen.map((part) => {
    const setting = appearanceSettings[part];
    return config[setting] === undefined ? setting : `${setting} (the setting wins)`;
  });
  return ok(`Chosen by administrators, in the database: ${parts.join(', ')}.`);
}

import type { Problem } from '#protocol/errors.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { findContradictions } from './find-contradictions.ts';
import type { ConfigInput } from './load-settings.ts';
import { loadSettings } from './load-settings.ts';
import type { Config, Origins } from './settings.ts';
import { settings } from './settings.ts';

/** Throws `config_invalid` with every mistake in its details, so that one round mends all. */
export async function loadConfig(
  input: ConfigInput,
): Promise<{ config: Config; origins: Origins }> {
  const { values, origins, problems } = await loadSettings(settings, input);
  refuseMistakes([...problems, ...findContradictions(values, origins)]);
  return { config: values as Config, origins };
}

/** Throws `config_invalid` when there is one. */
export function refuseMistakes(mistakes: Problem[]): void {
  const [first, ...others] = mistakes;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const message = `The settings do not hold: ${first.field} ${first.problem}${more}`;
  throw new ValiseError('config_invalid', message, { details: mistakes });
}

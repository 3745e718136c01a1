import { ValiseError } from '../../domain/valise-error.ts';
import { inspectData } from '../../inspect-data.ts';
import type { Verdict } from './finding.ts';
import { ok } from './finding.ts';

/** Whether the keys are there, private and sound, and those that the data was made with. */
export async function checkKeys(keyDir: string, openingError: Error | undefined): Promise<Verdict> {
  await inspectData.keys(keyDir);
  if (openingError instanceof ValiseError && openingError.code === 'key_wrong') throw openingError;
  return openingError === undefined
    ? ok(`The keys in ${keyDir} are private and fit the data.`)
    : ok(`The keys in ${keyDir} are private and sound.`);
}

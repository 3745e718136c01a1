import { resolve } from 'node:path';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Environment } from './config-source.ts';

export const dataFlag = '--data';
export const dataVariable = 'VALISE_DATA';

interface LocatedData {
  /** An absolute path. */
  dataDir: string;
  origin: string;
  /** What is left of the arguments. */
  args: string[];
}

/**
 * Where the data folder is, which must be known before its valise.json can be read: `--data`, else
 * VALISE_DATA, else `defaultDir`.
 */
export function locateData(input: {
  args: readonly string[];
  env: Environment;
  cwd: string;
  defaultDir: string;
}): LocatedData {
  const flag = takeDataFlag(input.args);
  const [written, origin] = firstSaid([
    [flag.written, `flag ${dataFlag}`],
    [input.env[dataVariable], `environment ${dataVariable}`],
  ]) ?? [input.defaultDir, 'default'];
  if (written.trim() === '' || written.startsWith('--')) {
    const problem = `must name the data folder, but ${origin} says ${JSON.stringify(written)}.`;
    throw new ValiseError('config_invalid', `The data folder ${problem}`, {
      details: [{ field: 'data', problem }],
    });
  }
  return { dataDir: resolve(input.cwd, written), origin, args: flag.rest };
}

function firstSaid(places: [string | undefined, string][]): [string, string] | undefined {
  for (const [written, origin] of places) if (written !== undefined) return [written, origin];
  return undefined;
}

/** Said twice, the last one counts. Said without a value, the value is empty. */
function takeDataFlag(args: readonly string[]): { written: string | undefined; rest: string[] } {
  const rest: string[] = [];
  let written: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === dataFlag) {
      index += 1;
      written = args[index] ?? '';
    } else if (arg.startsWith(`${dataFlag}=`)) {
      written = arg.slice(dataFlag.length + 1);
    } else {
      rest.push(arg);
    }
  }
  return { written, rest };
}

import { parseArgs } from 'node:util';
import { cases } from './cases/cases.ts';

export interface Options {
  sizeBytes: number;
  rounds: number;
  loadSeconds: number;
  connections: number;
  only: readonly string[];
  jsonFile: string | undefined;
  markdownFile: string | undefined;
}

export class UsageError extends Error {}

const usual = { size: '1GiB', rounds: '5', seconds: '5' };
const quick = { size: '128MiB', rounds: '3', seconds: '1' };

export const help = `bench: measure Valise beside references, on this machine

USAGE
  npm run bench -- [OPTION …]

OPTIONS
  --size SIZE       the file to upload and download, for example 256MiB    (${usual.size})
  --rounds N        how many times everything is measured                  (${usual.rounds})
  --seconds N       how long each round of calls lasts                     (${usual.seconds})
  --connections N   how many connections make these calls                  (16)
  --quick           ${quick.size}, ${quick.rounds} rounds, ${quick.seconds} second: to see that it works, not to quote
  --only NAMES      some of: ${cases.map(({ name }) => name).join(',')}
  --json FILE       write everything measured to FILE
  --markdown FILE   put the table between the markers of FILE
  --help            print this

Servers run on loopback, in a folder of their own below TMPDIR, which is removed at the end.
`;

/** Undefined when help was asked for. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const values = parse(args);
  if (values.help === true) return undefined;
  const preset = values.quick === true ? quick : usual;
  return {
    sizeBytes: parseSize(values.size ?? preset.size),
    rounds: parseCount('rounds', values.rounds ?? preset.rounds),
    loadSeconds: parseCount('seconds', values.seconds ?? preset.seconds),
    connections: parseCount('connections', values.connections ?? '16'),
    only: parseNames(values.only),
    jsonFile: values.json,
    markdownFile: values.markdown,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        size: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        connections: { type: 'string' },
        quick: { type: 'boolean' },
        only: { type: 'string' },
        json: { type: 'string' },
        markdown: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function parseSize(text: string): number {
  const [, number, unit] = /^([1-9]\d*)(MiB|GiB)$/.exec(text) ?? [];
  if (number === undefined) throw new UsageError(`--size ${text}: write 256MiB or 1GiB`);
  return Number(number) * (unit === 'GiB' ? 1024 ** 3 : 1024 ** 2);
}

function parseCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError(`--${name} ${text}: give a whole number`);
  return Number(text);
}

function parseNames(text: string | undefined): string[] {
  const known = cases.map(({ name }) => name);
  const names = text?.split(',') ?? known;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`--only ${unknown}: it is ${known.join(', ')}`);
  return names;
}

import { parseArgs } from 'node:util';
import type { Scale } from './cases/case.ts';
import { cases } from './cases/cases.ts';

export interface Options {
  scale: Scale;
  only: readonly string[];
  jsonFile: string | undefined;
  compareFile: string | undefined;
  markdownFile: string | undefined;
  besideDir: string | undefined;
}

export class UsageError extends Error {}

const usual = { size: '1GiB', rounds: '5', seconds: '3', files: '1000', store: '100000' };
const quick = { size: '128MiB', rounds: '2', seconds: '1', files: '200', store: '10000' };

export const help = `bench: measure Valise beside references, on this machine

USAGE
  npm run bench -- [OPTION …]

OPTIONS
  --size SIZE       the file to upload and download, for example 256MiB    (${usual.size})
  --rounds N        how many times everything is measured                  (${usual.rounds})
  --seconds N       how long each round of calls lasts                     (${usual.seconds})
  --connections N   how many connections make these calls                  (16)
  --files N         how many small files a round uploads                   (${usual.files})
  --store N         drops in the fullest store, a power of ten             (${usual.store})
  --quick           ${quick.size}, ${quick.rounds} rounds, ${quick.seconds} second: to see that it works, not to quote
  --only NAMES      some cases, by name; upload-* stands for all that begin so
  --beside DIR      measure the Valise of another checkout, set up, in place of the references
  --json FILE       write everything measured to FILE
  --compare FILE    hold the figures against those of an earlier --json
  --markdown FILE   put tables and plots between the markers of FILE
  --help            print this

CASES
  ${wrap(cases.map(({ name }) => name)).join('\n  ')}

ENVIRONMENT
  BENCH_WORKERS     how many workers Valise has, instead of as many as by itself

Servers run on loopback, in a folder of their own below TMPDIR, which is removed at the end.
`;

/** Undefined when help was asked for. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const values = parse(args);
  if (values.help === true) return undefined;
  const preset = values.quick === true ? quick : usual;
  return {
    scale: {
      sizeBytes: parseSize(values.size ?? preset.size),
      rounds: parseCount('rounds', values.rounds ?? preset.rounds),
      loadSeconds: parseCount('seconds', values.seconds ?? preset.seconds),
      connections: parseCount('connections', values.connections ?? '16'),
      smallFiles: parseCount('files', values.files ?? preset.files),
      storedDrops: parseCount('store', values.store ?? preset.store),
    },
    only: parseNames(values.only),
    jsonFile: values.json,
    compareFile: values.compare,
    markdownFile: values.markdown,
    besideDir: values.beside,
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
        files: { type: 'string' },
        store: { type: 'string' },
        quick: { type: 'boolean' },
        only: { type: 'string' },
        beside: { type: 'string' },
        json: { type: 'string' },
        compare: { type: 'string' },
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
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`--${name} ${text}: give a whole number`);
  return Number(text);
}

function parseNames(text: string | undefined): string[] {
  const known = cases.map(({ name }) => name);
  return (text?.split(',') ?? known).flatMap((name) => {
    const stem = name.endsWith('*') ? name.slice(0, -1) : undefined;
    const meant = known.filter((each) =>
      stem === undefined ? each === name : each.startsWith(stem),
    );
    if (meant.length === 0) throw new UsageError(`--only ${name}: it is ${known.join(', ')}`);
    return meant;
  });
}

function wrap(names: readonly string[]): string[] {
  const lines = [''];
  for (const name of names) {
    const line = lines.at(-1) ?? '';
    if (line.length + name.length > 88) lines.push(name);
    else lines.splice(-1, 1, `${line} ${name}`.trim());
  }
  return lines;
}

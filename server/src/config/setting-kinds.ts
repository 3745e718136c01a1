import { resolve } from 'node:path';
import type { TArray, TBoolean, TEnum, TInteger, TString } from 'typebox';
import Type from 'typebox';
import { formatDuration, parseDuration } from './duration.ts';
import type { Kind } from './setting.ts';
import { formatSize, parseSize } from './size.ts';

export const yesOrNo: Kind<TBoolean> = {
  schema: Type.Boolean(),
  expects: 'true or false',
  read: (written) => (written === 'true' ? true : written === 'false' ? false : written),
};

export function wholeNumber(minimum: number, maximum: number): Kind<TInteger> {
  return {
    schema: Type.Integer({ minimum, maximum }),
    expects: `a whole number from ${minimum} to ${maximum}`,
    read: (written) =>
      typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : written,
  };
}

/** In milliseconds. */
export function duration(minimum: number, maximum: number): Kind<TInteger> {
  const range = `from ${formatDuration(minimum)} to ${formatDuration(maximum)}`;
  return {
    schema: Type.Integer({ minimum, maximum }),
    expects: `a duration (such as 30s, 15m, 12h, 7d) ${range}`,
    read: parseDuration,
  };
}

/** In bytes. */
export function size(minimum: number, maximum = 1000 ** 5): Kind<TInteger> {
  const range = `from ${formatSize(minimum)} to ${formatSize(maximum)}`;
  return {
    schema: Type.Integer({ minimum, maximum }),
    expects: `a size (such as 512MiB, 10GB) ${range}`,
    read: parseSize,
  };
}

export function choice<Options extends string[]>(
  ...options: readonly [...Options]
): Kind<TEnum<Options>> {
  return {
    schema: Type.Enum(options),
    expects: `one of ${options.join(', ')}`,
    read: (written) => written,
  };
}

export function text(expects: string, isRight: (value: string) => boolean): Kind<TString> {
  return { schema: Type.Refine(Type.String(), isRight), expects, read: (written) => written };
}

/** An absolute path. */
export const path: Kind<TString> = {
  schema: Type.String(),
  expects: 'the path of a file or folder',
  read: (written, folder) =>
    typeof written === 'string' && isPath(written) ? resolve(folder, written) : undefined,
};

function isPath(written: string): boolean {
  return written.trim() !== '' && !written.includes('\0');
}

/** An array in valise.json; parted by commas elsewhere. */
export function list(expects: string, isRight: (item: string) => boolean): Kind<TArray<TString>> {
  return {
    schema: Type.Array(Type.Refine(Type.String(), isRight)),
    expects,
    read: (written) => (typeof written === 'string' ? splitAtCommas(written) : written),
  };
}

function splitAtCommas(written: string): string[] {
  return written === '' ? [] : written.split(',').map((item) => item.trim());
}

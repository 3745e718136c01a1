import { resolve } from 'node:path';
import { formatDuration, parseDuration } from './duration.ts';
import type { Kind } from './setting.ts';
import { formatSize, parseSize } from './size.ts';

export const yesOrNo: Kind<boolean> = {
  expects: 'true or false',
  read(written) {
    if (written === true || written === 'true') return true;
    return written === false || written === 'false' ? false : undefined;
  },
};

export function wholeNumber(minimum: number, maximum: number): Kind<number> {
  return {
    expects: `a whole number from ${minimum} to ${maximum}`,
    read: (written) =>
      integerWithin(
        typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : written,
        minimum,
        maximum,
      ),
  };
}

/** In milliseconds. */
export function duration(minimum: number, maximum: number): Kind<number> {
  const range = `from ${formatDuration(minimum)} to ${formatDuration(maximum)}`;
  return {
    expects: `a duration (such as 30s, 15m, 12h, 7d) ${range}`,
    read: (written) => integerWithin(parseDuration(written), minimum, maximum),
    show: formatDuration,
  };
}

/** In bytes. */
export function size(minimum: number, maximum = 1000 ** 5): Kind<number> {
  const range = `from ${formatSize(minimum)} to ${formatSize(maximum)}`;
  return {
    expects: `a size (such as 512MiB, 10GB) ${range}`,
    read: (written) => integerWithin(parseSize(written), minimum, maximum),
    show: formatSize,
  };
}

export function choice<const Option extends string>(...options: readonly Option[]): Kind<Option> {
  return {
    expects: `one of ${options.join(', ')}`,
    read: (written) => options.find((option) => option === written),
  };
}

export function text(expects: string, isRight: (value: string) => boolean): Kind<string> {
  return {
    expects,
    read: (written) => (typeof written === 'string' && isRight(written) ? written : undefined),
  };
}

/** An absolute path. */
export const path: Kind<string> = {
  expects: 'the path of a file or folder',
  read: (written, folder) =>
    typeof written === 'string' && isPath(written) ? resolve(folder, written) : undefined,
};

/** An array in valise.json; parted by commas elsewhere. */
export function list(expects: string, isRight: (item: string) => boolean): Kind<string[]> {
  return {
    expects,
    read(written) {
      const items: unknown = typeof written === 'string' ? splitAtCommas(written) : written;
      const right = Array.isArray(items) && items.every(isText) && items.every(isRight);
      return right ? items : undefined;
    },
  };
}

function integerWithin(value: unknown, minimum: number, maximum: number): number | undefined {
  const right = typeof value === 'number' && Number.isSafeInteger(value);
  return right && value >= minimum && value <= maximum ? value : undefined;
}

function isPath(written: string): boolean {
  return written.trim() !== '' && !written.includes('\0');
}

function isText(item: unknown): item is string {
  return typeof item === 'string';
}

function splitAtCommas(written: string): string[] {
  return written === '' ? [] : written.split(',').map((item) => item.trim());
}

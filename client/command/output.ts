import { scaleSize } from '#protocol/human-size.ts';
import { printableText } from '#protocol/untrusted-text.ts';
import type { SenderContext } from './define.ts';

/** Texts of others, made safe for a terminal. */
export const printable = printableText;

/** For scripts: one object, one line. */
export function printJson({ stdout }: Pick<SenderContext, 'stdout'>, value: object): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** `999 B`, `1.2 GB`. */
export function sizeInWords(bytes: number): string {
  const { value, unit } = scaleSize(bytes);
  return `${Number(value.toFixed(1))} ${unit}`;
}

/** Aligned columns under a header. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(printable));
  const widths = header.map((_, column) =>
    Math.max(...lines.map((row) => (row[column] ?? '').length)),
  );
  return lines
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

const everyMs = 200;
/** Before that, a rate says nothing. */
const rateAfterMs = 1000;

/** What of an output is used here. */
interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** A line with rate and time left on a terminal; elsewhere a line for each step. */
export function showProgress(output: Output, totalBytes: number | undefined) {
  const startedAt = performance.now();
  let shownAt = -Infinity;
  let startBytes: number | undefined;

  function speed(doneBytes: number, now: number): string {
    const rate = ((doneBytes - (startBytes ?? 0)) * 1000) / (now - startedAt);
    if (rate === 0) return '';
    const left = totalBytes === undefined ? undefined : (totalBytes - doneBytes) / rate;
    return `, ${sizeInWords(rate)}/s${left === undefined ? '' : `, ${timeInWords(left)} left`}`;
  }

  return {
    update(name: string, doneBytes: number): void {
      startBytes ??= doneBytes;
      const now = performance.now();
      if (output.isTTY !== true || now - shownAt < everyMs) return;
      shownAt = now;
      const of = totalBytes === undefined ? '' : ` of ${sizeInWords(totalBytes)}`;
      const done = `${printable(name)}: ${sizeInWords(doneBytes)}${of}`;
      output.write(
        `\r\u001b[K${done}${now - startedAt < rateAfterMs ? '' : speed(doneBytes, now)}`,
      );
    },
    step(line: string): void {
      writeLine(output, line);
    },
    clear(): void {
      if (output.isTTY === true) output.write('\r\u001b[K');
    },
  };
}

/** In place of a line of progress, where there is one. */
export function writeLine(output: Output, line: string): void {
  output.write(`${output.isTTY === true ? '\r\u001b[K' : ''}${line}\n`);
}

export function timeInWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

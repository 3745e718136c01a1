import { formatBytes, formatNumber } from './print.ts';

export interface Amount {
  files: number;
  bytes: number;
}

export interface Progress {
  update(done: Amount): void;
  /** Removes the line from a terminal. */
  clear(): void;
}

const everyMs = 200;
const barWidth = 24;
/** In a pipe or a file, a line stays: a reader wants to see that the work goes on, not each step. */
const lineEveryMs = 10_000;

/** A progress line on a terminal, which the next one replaces; elsewhere one line in ten seconds. */
export function showProgress(output: NodeJS.WriteStream, what: string, total: Amount): Progress {
  if (!output.isTTY) return printLines(output, what, total);
  let shownAt = -Infinity;
  return {
    update(done) {
      const now = performance.now();
      if (now - shownAt < everyMs) return;
      shownAt = now;
      const share = total.bytes > 0 ? Math.min(1, done.bytes / total.bytes) : 1;
      const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.');
      output.write(`\r\u001b[K${what} [${bar}] ${describe(done, total)}`);
    },
    clear() {
      output.write('\r\u001b[K');
    },
  };
}

function printLines(output: NodeJS.WritableStream, what: string, total: Amount): Progress {
  let printedAt = performance.now();
  return {
    update(done) {
      const now = performance.now();
      if (now - printedAt < lineEveryMs) return;
      printedAt = now;
      output.write(`${what}: ${describe(done, total)}\n`);
    },
    clear: () => undefined,
  };
}

function describe(done: Amount, total: Amount): string {
  return `${formatNumber(done.files)} of ${formatNumber(total.files)}, ${formatBytes(done.bytes)}`;
}

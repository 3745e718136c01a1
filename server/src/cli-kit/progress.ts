import { formatBytes, formatNumber } from './print.ts';

export interface Amount {
  files: number;
  bytes: number;
}

const everyMs = 200;
const barWidth = 24;

/** A progress line on a terminal; prints nothing elsewhere. */
export function showProgress(
  output: NodeJS.WriteStream,
  what: string,
  total: Amount,
): { update(done: Amount): void; clear(): void } {
  if (!output.isTTY) return { update: () => undefined, clear: () => undefined };
  let shownAt = -Infinity;
  return {
    update(done) {
      const now = performance.now();
      if (now - shownAt < everyMs) return;
      shownAt = now;
      const share = total.bytes > 0 ? Math.min(1, done.bytes / total.bytes) : 1;
      const bar = '#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.');
      output.write(
        `\r\u001b[K${what} [${bar}] ${formatNumber(done.files)} of ${formatNumber(total.files)}, ${formatBytes(done.bytes)}`,
      );
    },
    clear() {
      output.write('\r\u001b[K');
    },
  };
}

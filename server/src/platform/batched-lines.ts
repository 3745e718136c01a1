import type { DestinationStream } from 'pino';

/**
 * Writes the lines of one turn of the event loop together, at its end: a busy server would spend
 * more time on writing each than on making it. A process that ends by itself, for whatever reason,
 * has written all of them; one that is killed may keep back those of the turn it was in.
 */
export function batchLines(output: NodeJS.WritableStream): DestinationStream {
  let lines = '';

  function flush(): void {
    if (lines === '') return;
    const written = lines;
    lines = '';
    output.write(written);
  }

  process.once('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

import { createInterface } from 'node:readline';

/** Asks one question. Whoever ends the input instead of answering has answered nothing. */
export async function askOnTerminal(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  const terminal = createInterface({ input, output });
  const { promise, resolve } = Promise.withResolvers<string>();
  terminal.once('close', () => {
    resolve('');
  });
  terminal.question(question, resolve);
  try {
    return await promise;
  } finally {
    terminal.close();
  }
}

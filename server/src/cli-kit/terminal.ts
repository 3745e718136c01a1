import { createInterface } from 'node:readline';

import { ValiseError } from '../domain/model/valise-error.ts';
import type { CommandContext } from './define-command.ts';

/** Asks one question. The end of input is an empty answer. */
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

/** Asks for confirmation on the terminal. Without a terminal, `--yes` must be given. */
export async function confirm({ ask }: CommandContext, question: string): Promise<boolean> {
  if (ask === undefined) {
    throw new ValiseError(
      'usage',
      'This cannot be undone. Say --yes to do it without being asked.',
    );
  }
  const answer = await ask(`${question} This cannot be undone. Type yes: `);
  return answer.trim().toLowerCase() === 'yes';
}

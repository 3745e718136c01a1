import { ValiseError } from '../domain/model/valise-error.ts';
import type { CommandContext } from './define-command.ts';

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

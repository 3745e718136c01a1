import { ValiseError } from '../domain/model/valise-error.ts';
import type { CommandContext } from './command.ts';

/** Whether the person at the terminal agrees. Where nobody sits at one, `--yes` must have been said. */
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

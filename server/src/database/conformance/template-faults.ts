import type { Fault } from './fault.ts';
import { but, without } from './fault.ts';

export const templateFaults: readonly Fault[] = [
  {
    fault: 'finds templates by their names as they are written only',
    caughtBy: 'keeps templates of an account by name, each with all that was chosen',
    breakRepositories: but('templates', (templates) => ({
      async findByName(accountId, name) {
        const found = await templates.findByName(accountId, name);
        return found?.name === name ? found : undefined;
      },
    })),
  },
  {
    fault: 'removes no template',
    caughtBy: 'renames and removes a template alone',
    breakRepositories: without('templates', 'remove'),
  },
  {
    fault: 'leaves somebody who is erased in templates',
    caughtBy: 'takes a person who is erased out of templates',
    breakRepositories: but('erasure', () => ({ removeContacts: () => Promise.resolve(0) })),
  },
];

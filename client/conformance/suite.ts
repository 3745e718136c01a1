import type { Check } from './check.ts';
import { bodyChecks, refusalChecks } from './checks/bodies.ts';
import { contactChecks } from './checks/contacts.ts';
import { downloadChecks } from './checks/downloads.ts';
import { dropChecks, firstChecks } from './checks/drops.ts';
import { fileNameChecks } from './checks/file-names.ts';
import { headerChecks } from './checks/headers.ts';
import { historyChecks } from './checks/history.ts';
import { orderChecks } from './checks/order.ts';
import { credentialChecks, pathChecks, separationChecks } from './checks/paths.ts';
import { receiverChecks } from './checks/receivers.ts';
import { assertionChecks, repeatChecks } from './checks/repeats.ts';
import { tokenChecks } from './checks/tokens.ts';
import { trayChecks } from './checks/tray.ts';
import { uploadFormChecks } from './checks/upload-forms.ts';

/** All that the suite checks, in its order. The first needs an account that never listed its files. */
export const suite: readonly Check[] = [
  ...firstChecks,
  ...tokenChecks,
  ...credentialChecks,
  ...pathChecks,
  ...orderChecks,
  ...bodyChecks,
  ...refusalChecks,
  ...headerChecks,
  ...contactChecks,
  ...receiverChecks,
  ...trayChecks,
  ...fileNameChecks,
  ...uploadFormChecks,
  ...dropChecks,
  ...assertionChecks,
  ...repeatChecks,
  ...historyChecks,
  ...downloadChecks,
  ...separationChecks,
];

/** The checks whose id or title contains the pattern; `*` stands for any text. */
export function checksNamed(pattern: string): readonly Check[] {
  const parts = pattern.toLowerCase().split('*');
  return suite.filter(({ id, title }) =>
    [id, title].some((text) => containsInOrder(text.toLowerCase(), parts)),
  );
}

function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at !== -1;
  });
}

import type { Letter } from './letter.ts';
import { close, introduce, listFiles, unquoted } from './letter-parts.ts';
import type { ReceiptFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeReceipt(facts: ReceiptFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return {
    subject: say('mail.receiptSubject', { receiver: name, files: facts.files.length }),
    address,
    intro: say('mail.receiptIntro', { date: formats.dateTime(facts.completedAt) }),
    ...unquoted,
    ...listFiles(facts.files, wording),
    action: undefined,
    until: undefined,
    notes: [say('mail.receiptReason')],
    ...close(undefined, wording),
  };
}

import type { Letter } from './letter.ts';
import { close, introduce, listFiles, unquoted } from './letter-parts.ts';
import type { ReceiptFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeReceipt(facts: ReceiptFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const { name, address } = introduce(facts.receiver, wording);
  return {
    subject: texts.receiptSubject(name, facts.files.length),
    address,
    intro: texts.receiptIntro(formats.dateTime(facts.completedAt)),
    ...unquoted,
    ...listFiles(facts.files, wording),
    action: undefined,
    until: undefined,
    installationValues: [texts.receiptReason()],
    ...close(undefined, wording),
  };
}

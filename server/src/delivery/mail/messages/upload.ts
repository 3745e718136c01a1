import type { Letter } from './letter.ts';
import { caution, close, introduce, listFiles, offer, quote } from './letter-parts.ts';
import type { UploadFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeUpload(facts: UploadFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: say('mail.uploadSubject', { sender: name }),
    address,
    ...quote(facts.message, say('mail.uploadDefault'), wording),
    ...listFiles([], wording),
    action: offer(say('mail.uploadAction'), facts.link, wording),
    until: say('mail.uploadUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: caution(wording),
    ...close(facts.refusalLink, wording),
  };
}

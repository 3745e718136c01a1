import type { Letter } from './letter.ts';
import { caution, close, introduce, listFiles, offer, quote } from './letter-parts.ts';
import type { UploadFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeUpload(facts: UploadFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: texts.uploadSubject(name),
    address,
    ...quote(facts.message, texts.uploadDefault(), wording),
    ...listFiles([], wording),
    action: offer(texts.uploadAction(), facts.link, wording),
    until: texts.uploadUntil(formats.dateTime(facts.expiresAt)),
    installationValues: caution(wording),
    ...close(facts.refusalLink, wording),
  };
}

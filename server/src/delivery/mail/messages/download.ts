import type { Letter } from './letter.ts';
import { caution, close, introduce, listFiles, offer, quote } from './letter-parts.ts';
import type { DownloadFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeDownload(facts: DownloadFacts, wording: Wording): Letter {
  const { texts, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: facts.isLocked
      ? texts.lockedSubject(name)
      : texts.downloadSubject(name, facts.files.length),
    address,
    ...quote(
      facts.message,
      facts.isLocked ? texts.lockedIntro() : texts.downloadDefault(),
      wording,
    ),
    ...listFiles(facts.files, wording),
    action: offer(
      facts.isLocked ? texts.lockedAction() : texts.downloadAction(facts.files.length),
      facts.link,
      wording,
    ),
    until: texts.availableUntil(formats.dateTime(facts.expiresAt)),
    installationValues: caution(wording),
    ...close(facts.refusalLink, wording),
  };
}

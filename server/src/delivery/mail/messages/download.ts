import type { Letter } from './letter.ts';
import { caution, close, introduce, listFiles, offer, quote } from './letter-parts.ts';
import type { DownloadFacts } from './mail-facts.ts';
import type { Wording } from './wording.ts';

export function composeDownload(facts: DownloadFacts, wording: Wording): Letter {
  const { say, formats } = wording;
  const { name, address } = introduce(facts.sender, wording);
  return {
    subject: facts.isLocked
      ? say('mail.lockedSubject', { sender: name })
      : say('mail.downloadSubject', { sender: name, files: facts.files.length }),
    address,
    ...quote(
      facts.message,
      facts.isLocked ? say('mail.lockedIntro') : say('mail.downloadDefault'),
      wording,
    ),
    ...listFiles(facts.files, wording),
    action: offer(
      facts.isLocked
        ? say('mail.lockedAction')
        : say('mail.downloadAction', { files: facts.files.length }),
      facts.link,
      wording,
    ),
    until: say('mail.availableUntil', { date: formats.dateTime(facts.expiresAt) }),
    notes: caution(wording),
    ...close(facts.refusalLink, wording),
  };
}

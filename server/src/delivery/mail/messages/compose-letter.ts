import { composeCode } from './code.ts';
import { composeDownload } from './download.ts';
import type { Letter } from './letter.ts';
import type { MailFacts } from './mail-facts.ts';
import { composeReceipt } from './receipt.ts';
import { composeReceived } from './received.ts';
import { composeReminder } from './reminder.ts';
import { composeAccountNotice, composeCodesRefused, composeRevoked } from './security-notice.ts';
import { composeUndelivered } from './undelivered.ts';
import { composeUnfetchedMany } from './unfetched-many.ts';
import { composeUnfetched } from './unfetched.ts';
import { composeUpload } from './upload.ts';
import type { Wording } from './wording.ts';

/** Words the facts. */
export function composeLetter(facts: MailFacts, wording: Wording): Letter {
  switch (facts.kind) {
    case 'download':
      return composeDownload(facts, wording);
    case 'upload':
      return composeUpload(facts, wording);
    case 'reminder':
      return composeReminder(facts, wording);
    case 'receipt':
      return composeReceipt(facts, wording);
    case 'received':
      return composeReceived(facts, wording);
    case 'unfetched':
      return composeUnfetched(facts, wording);
    case 'unfetched_many':
      return composeUnfetchedMany(facts, wording);
    case 'undelivered':
      return composeUndelivered(facts, wording);
    case 'codes_refused':
      return composeCodesRefused(facts, wording);
    case 'revoked':
      return composeRevoked(facts, wording);
    case 'key_rotated':
    case 'account_disabled':
    case 'account_enabled':
      return composeAccountNotice(facts, wording);
    case 'code':
      return composeCode(facts, wording);
  }
}

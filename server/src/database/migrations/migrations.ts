import { exchange } from './0001-exchange.ts';
import { receivers } from './0002-receivers.ts';
import { uploads } from './0003-uploads.ts';
import { secondFactor } from './0004-second-factor.ts';
import { accessChanges } from './0005-access-changes.ts';
import { desttimeUnits } from './0006-desttime-units.ts';
import { uploadMetadata } from './0007-upload-metadata.ts';
import { codeBrowsers } from './0008-code-browsers.ts';
import { trayLifetime } from './0009-tray-lifetime.ts';
import { keyBuckets } from './0010-key-buckets.ts';
import { waitingMails } from './0012-waiting-mails.ts';
import { mail } from './0013-mail.ts';
import { auditMarks } from './0014-audit-marks.ts';
import { saltedKeys } from './0016-salted-keys.ts';
import { transferSums } from './0017-transfer-sums.ts';
import { mailRefusals } from './0019-mail-refusals.ts';
import { retention } from './0020-retention.ts';
import { boundRows } from './0021-bound-rows.ts';
import { repeatedActs } from './0022-repeated-acts.ts';
import { blobStores } from './0023-blob-stores.ts';
import { mailClaims } from './0024-mail-claims.ts';
import { hashStates } from './0025-hash-states.ts';
import { pendingAudit } from './0026-pending-audit.ts';
import { endedKeys } from './0027-ended-keys.ts';
import { filesOfDrops } from './0028-files-of-drops.ts';
import { people } from './0029-people.ts';
import { federatedSignIn } from './0030-federated-sign-in.ts';
import { drafts } from './0031-drafts.ts';
import { sentDrops } from './0032-sent-drops.ts';
import { requests } from './0033-requests.ts';
import { contactGroups } from './0034-contact-groups.ts';
import { administration } from './0036-administration.ts';
import { sharedContents } from './0037-shared-contents.ts';
import { keptForms } from './0038-kept-forms.ts';
import { ownKeys } from './0039-own-keys.ts';
import { inboxOrder } from './0040-inbox-order.ts';
import { endingOrder } from './0041-ending-order.ts';
import { lookupsOfFiles } from './0042-lookups-of-files.ts';
import { plannerStatistics } from './0043-planner-statistics.ts';
import { boundPeople } from './0044-bound-people.ts';
import { sessionStrength } from './0045-session-strength.ts';
import { recordedActs } from './0047-recorded-acts.ts';
import type { Migration } from './migration.ts';
import { repeatedSends } from './0048-repeated-sends.ts';
import { rightsAndLimits } from './0049-rights-and-limits.ts';
import { chosenFiles } from './0050-chosen-files.ts';
import { contactWords } from './0051-contact-words.ts';
import { changesOfDispatches } from './0052-changes-of-dispatches.ts';
import { discardedDrafts } from './0053-discarded-drafts.ts';
import { visitorsAndInviters } from './0054-visitors-and-inviters.ts';
import { timesOfSecondFactors } from './0055-times-of-second-factors.ts';
import { keysByHash } from './0056-keys-by-hash.ts';
import { rightsOfKeys } from './0057-rights-of-keys.ts';
import { dropsByAge } from './0060-drops-by-age.ts';
import { references } from './0061-references.ts';
import { outcomes } from './0062-outcomes.ts';
import { feeds, pendingFeeds } from './0058-feeds.ts';
import { inboxLeases } from './0063-inbox-leases.ts';
import { requestsByAge } from './0065-requests-by-age.ts';
import { bucketsOfShreddedFiles } from './0066-buckets-of-shredded-files.ts';
import { deviceLogins } from './0067-device-logins.ts';
import { deferredLengths } from './0068-deferred-lengths.ts';
import { folders } from './0069-folders.ts';
import { titles } from './0070-titles.ts';
import { sentOnFiles } from './0075-sent-on-files.ts';
import { webhooks, webhooksOfPendingFeeds } from './0064-webhooks.ts';
import { templates } from './0076-templates.ts';
import { anyoneLinks } from './0077-anyone-links.ts';
import { dropPasswords } from './0078-drop-passwords.ts';
import { pictures } from './0079-pictures.ts';
import { appearance } from './0080-appearance.ts';
import { mailLanguages } from './0081-mail-languages.ts';
import { delayedMails } from './0082-delayed-mails.ts';

/** From nothing to the current schema. `npm run generate` writes their SQL for each engine. */
export const migrations: readonly Migration[] = [
  exchange,
  receivers,
  uploads,
  secondFactor,
  accessChanges,
  keyBuckets,
  waitingMails,
  uploadMetadata,
  trayLifetime,
  auditMarks,
  transferSums,
  desttimeUnits,
  saltedKeys,
  mail,
  mailRefusals,
  retention,
  boundRows,
  codeBrowsers,
  repeatedActs,
  blobStores,
  mailClaims,
  hashStates,
  pendingAudit,
  endedKeys,
  filesOfDrops,
  people,
  federatedSignIn,
  drafts,
  sentDrops,
  requests,
  contactGroups,
  administration,
  keptForms,
  inboxOrder,
  endingOrder,
  sharedContents,
  ownKeys,
  lookupsOfFiles,
  plannerStatistics,
  repeatedSends,
  sessionStrength,
  rightsAndLimits,
  contactWords,
  recordedActs,
  boundPeople,
  changesOfDispatches,
  chosenFiles,
  timesOfSecondFactors,
  visitorsAndInviters,
  discardedDrafts,
  keysByHash,
  rightsOfKeys,
  feeds,
  pendingFeeds,
  dropsByAge,
  references,
  deviceLogins,
  requestsByAge,
  outcomes,
  bucketsOfShreddedFiles,
  webhooks,
  webhooksOfPendingFeeds,
  inboxLeases,
  deferredLengths,
  folders,
  sentOnFiles,
  templates,
  titles,
  anyoneLinks,
  dropPasswords,
  pictures,
  appearance,
  mailLanguages,
  delayedMails,
];

import type { AuditRepository } from '../../domain/model/audit.ts';
import type { Repositories } from '../../domain/model/database.ts';
import { createAccountRepository } from './account-repository.ts';
import { createApiKeyRepository } from './api-key-repository.ts';
import { createCsrfTokenRepository } from './csrf-token-repository.ts';
import { createAdministrationRepository } from './administration-repository.ts';
import {
  createAuditMarkRepository,
  createAuditRepository,
  createRepeatedActRepository,
} from './audit-repository.ts';
import { createContactBookRepository } from './contact-book-repository.ts';
import { createContactGroupRepository } from './contact-group-repository.ts';
import { createContactRepository } from './contact-repository.ts';
import { createDeviceLoginRepository } from './device-login-repository.ts';
import { createDispatchRepository } from './dispatch-repository.ts';
import { createDownloadRepository, createTransferSumRepository } from './download-repository.ts';
import { createDraftRepository } from './draft-repository.ts';
import { createErasureRepository } from './erasure-repository.ts';
import { createLinkedIdentityRepository, createPasskeyRepository } from './federated-repository.ts';
import type { FeedEnds } from './feed-repository.ts';
import { createFeedRepository } from './feed-repository.ts';
import { createFileRequestRepository } from './file-request-repository.ts';
import { createLostRowRepository } from './lost-row-repository.ts';
import { createInboxItemRepository } from './inbox-item-repository.ts';
import { createInboxQueueRepository } from './inbox-queue-repository.ts';
import { createFileRepository } from './file-repository.ts';
import { createIdempotencyRepository } from './idempotency-repository.ts';
import { createIncomingUploadRepository } from './incoming-upload-repository.ts';
import { createSegmentRepository } from './segment-repository.ts';
import {
  createKeyBucketRepository,
  createInstallationValueRepository,
} from './installation-repository.ts';
import { createOutboxRepository } from './outbox-repository.ts';
import {
  createReceiverCodeRepository,
  createReceiverSessionRepository,
} from './receiver-code-repository.ts';
import {
  createAccountLinkRepository,
  createPasswordRepository,
  createSessionRepository,
} from './person-repository.ts';
import {
  createKeptFormRepository,
  createRecoveryCodeRepository,
  createTotpRepository,
} from './authenticator-repository.ts';
import { createAppearanceRepository } from './appearance-repository.ts';
import { createPastReceiverRepository } from './past-receiver-repository.ts';
import { createPictureRepository } from './picture-repository.ts';
import type { BoundRows } from './bound-rows.ts';
import { createSentOnRepository } from './sent-on-repository.ts';
import { createSentRepository } from './sent-repository.ts';
import { createVisitRepository } from './visit-repository.ts';
import { createTemplateRepository } from './template-repository.ts';
import { createSuppressionRepository } from './suppression-repository.ts';
import {
  createWebhookAttemptRepository,
  createWebhookMessageRepository,
} from './webhook-message-repository.ts';
import { createWebhookRepository } from './webhook-repository.ts';
import type { Session } from './prepared-query.ts';

/** How an engine writes what acts tell: records, and events of feeds. */
export interface TellingEnds extends FeedEnds {
  append: AuditRepository['append'];
}

/** All repositories on a database, or inside one transaction. */
export function createRepositories(
  session: Session,
  bound: BoundRows,
  { append, ...feed }: TellingEnds,
  isInTransaction = true,
): Repositories {
  return {
    accounts: createAccountRepository(session, bound, isInTransaction),
    apiKeys: createApiKeyRepository(session, bound),
    csrfTokens: createCsrfTokenRepository(session),
    passkeys: createPasskeyRepository(session, bound),
    identities: createLinkedIdentityRepository(session, bound),
    contacts: createContactRepository(session),
    contactBook: createContactBookRepository(session),
    contactGroups: createContactGroupRepository(session),
    files: createFileRepository(session),
    segments: createSegmentRepository(session),
    uploads: createIncomingUploadRepository(session),
    drafts: createDraftRepository(session),
    pastReceivers: createPastReceiverRepository(session),
    dispatches: createDispatchRepository(session, bound),
    sent: createSentRepository(session),
    sentOn: createSentOnRepository(session),
    templates: createTemplateRepository(session),
    pictures: createPictureRepository(session),
    fileRequests: createFileRequestRepository(session),
    inboxItems: createInboxItemRepository(session, bound),
    inboxQueue: createInboxQueueRepository(session, bound),
    downloads: createDownloadRepository(session),
    visits: createVisitRepository(session),
    transferSums: createTransferSumRepository(session),
    repeatedActs: createRepeatedActRepository(session),
    outbox: createOutboxRepository(session),
    receiverCodes: createReceiverCodeRepository(session, bound),
    receiverSessions: createReceiverSessionRepository(session, bound),
    idempotency: createIdempotencyRepository(session),
    audit: createAuditRepository(session, append),
    feed: createFeedRepository(session, feed),
    auditMarks: createAuditMarkRepository(session),
    appearance: createAppearanceRepository(session),
    installationValues: createInstallationValueRepository(session),
    keyBuckets: createKeyBucketRepository(session),
    suppressions: createSuppressionRepository(session),
    lostRows: createLostRowRepository(session),
    erasure: createErasureRepository(session, bound),
    administration: createAdministrationRepository(session),
    sessions: createSessionRepository(session, bound),
    passwords: createPasswordRepository(session, bound),
    accountLinks: createAccountLinkRepository(session),
    totp: createTotpRepository(session, bound),
    recoveryCodes: createRecoveryCodeRepository(session, bound),
    keptForms: createKeptFormRepository(session),
    deviceLogins: createDeviceLoginRepository(session),
    webhooks: createWebhookRepository(session, bound),
    webhookMessages: createWebhookMessageRepository(session),
    webhookAttempts: createWebhookAttemptRepository(session),
  };
}

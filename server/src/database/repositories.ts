import type { Repositories } from '../domain/store.ts';
import { createAccountRepository } from './repositories/account-repository.ts';
import { createApiKeyRepository } from './repositories/api-key-repository.ts';
import { createAuditMarkRepository } from './repositories/audit-mark-repository.ts';
import { createAuditRepository } from './repositories/audit-repository.ts';
import { createContactRepository } from './repositories/contact-repository.ts';
import { createCsrfTokenRepository } from './repositories/csrf-token-repository.ts';
import { createDispatchRepository } from './repositories/dispatch-repository.ts';
import { createDownloadRepository } from './repositories/download-repository.ts';
import { createErasureRepository } from './repositories/erasure-repository.ts';
import { createFileRepository } from './repositories/file-repository.ts';
import { createIdempotencyRepository } from './repositories/idempotency-repository.ts';
import { createIncomingUploadRepository } from './repositories/incoming-upload-repository.ts';
import { createKeyBucketRepository } from './repositories/key-bucket-repository.ts';
import { createNoteRepository } from './repositories/note-repository.ts';
import { createOutboxRepository } from './repositories/outbox-repository.ts';
import {
  createReceiverCodeRepository,
  createReceiverSessionRepository,
} from './repositories/receiver-code-repository.ts';
import { createRepeatedActRepository } from './repositories/repeated-act-repository.ts';
import { createSegmentRepository } from './repositories/segment-repository.ts';
import { createTransferSumRepository } from './repositories/transfer-sum-repository.ts';
import type { BoundRows } from './repositories/bound-rows.ts';
import { createSuppressionRepository } from './repositories/suppression-repository.ts';
import type { Session } from './session.ts';

/** All repositories on a database, or inside one transaction. */
export function createRepositories(session: Session, bound: BoundRows): Repositories {
  return {
    accounts: createAccountRepository(session),
    apiKeys: createApiKeyRepository(session, bound),
    csrfTokens: createCsrfTokenRepository(session),
    contacts: createContactRepository(session),
    files: createFileRepository(session),
    segments: createSegmentRepository(session),
    uploads: createIncomingUploadRepository(session),
    dispatches: createDispatchRepository(session, bound),
    downloads: createDownloadRepository(session),
    transferSums: createTransferSumRepository(session),
    repeatedActs: createRepeatedActRepository(session),
    outbox: createOutboxRepository(session),
    receiverCodes: createReceiverCodeRepository(session),
    receiverSessions: createReceiverSessionRepository(session),
    idempotency: createIdempotencyRepository(session),
    audit: createAuditRepository(session),
    auditMarks: createAuditMarkRepository(session),
    notes: createNoteRepository(session),
    keyBuckets: createKeyBucketRepository(session),
    suppressions: createSuppressionRepository(session),
    erasure: createErasureRepository(session, bound),
  };
}

import type { Kysely } from 'kysely';
import type { Repositories } from '../domain/store.ts';
import { createAccountRepository } from './repositories/account-repository.ts';
import { createApiKeyRepository } from './repositories/api-key-repository.ts';
import { createAuditRepository } from './repositories/audit-repository.ts';
import { createContactRepository } from './repositories/contact-repository.ts';
import { createCsrfTokenRepository } from './repositories/csrf-token-repository.ts';
import { createDispatchRepository } from './repositories/dispatch-repository.ts';
import { createDownloadRepository } from './repositories/download-repository.ts';
import { createFileRepository } from './repositories/file-repository.ts';
import { createIdempotencyRepository } from './repositories/idempotency-repository.ts';
import { createIncomingUploadRepository } from './repositories/incoming-upload-repository.ts';
import { createNoteRepository } from './repositories/note-repository.ts';
import { createOutboxRepository } from './repositories/outbox-repository.ts';
import {
  createReceiverCodeRepository,
  createReceiverSessionRepository,
} from './repositories/receiver-code-repository.ts';
import { createSegmentRepository } from './repositories/segment-repository.ts';
import type { Schema } from './schema.ts';

/** All repositories on one connection, or inside one transaction. */
export function createRepositories(db: Kysely<Schema>): Repositories {
  return {
    accounts: createAccountRepository(db),
    apiKeys: createApiKeyRepository(db),
    csrfTokens: createCsrfTokenRepository(db),
    contacts: createContactRepository(db),
    files: createFileRepository(db),
    segments: createSegmentRepository(db),
    uploads: createIncomingUploadRepository(db),
    dispatches: createDispatchRepository(db),
    downloads: createDownloadRepository(db),
    outbox: createOutboxRepository(db),
    receiverCodes: createReceiverCodeRepository(db),
    receiverSessions: createReceiverSessionRepository(db),
    idempotency: createIdempotencyRepository(db),
    audit: createAuditRepository(db),
    notes: createNoteRepository(db),
  };
}

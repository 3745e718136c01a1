import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.ts';
import type { Administration } from '../domain/administration/administration.ts';
import { createAdministration } from '../domain/administration/administration.ts';
import type { AccountLinkIssue } from '../domain/people/account-link-issue.ts';
import type { Installation } from './installation.ts';

/** What administrators can read and do in the application. */
export function composeAdministration(
  installation: Installation,
  config: Pick<WorkerConfig, 'language' | 'trayQuota'>,
  accountLinkIssue: AccountLinkIssue,
  log: Logger,
): Administration {
  const { database, blobs, audit, trailAnchor, randomness, clock } = installation;
  return createAdministration({
    database,
    blobs,
    accountLinkIssue,
    audit,
    trailAnchor,
    randomness,
    clock,
    language: config.language,
    defaultQuotaBytes: config.trayQuota,
    onFault(error) {
      log.error({ err: error }, 'the audit trail could not be verified');
    },
  });
}

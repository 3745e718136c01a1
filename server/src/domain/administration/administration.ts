import type { AuditTrail } from '../model/audit.ts';
import type { Database } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { AccountLinkIssue } from '../people/account-link-issue.ts';
import type { TrailAnchor } from '../audit/audit-verification.ts';
import type { ExportFormat } from '../audit/audit-export.ts';
import { exportTrail } from '../audit/audit-export.ts';
import type { AppearanceRules } from './appearance-administration.ts';
import { createAppearanceAdministration } from './appearance-administration.ts';
import { createAccountAdministration } from './account-administration.ts';
import { createAccountChanges } from './account-changes.ts';
import type { AuditFilter, AuditPage } from './audit-search.ts';
import { searchTrail } from './audit-search.ts';
import type { AccountLink } from '../model/person.ts';
import type { DropControl } from './drop-administration.ts';
import { createDropAdministration } from './drop-administration.ts';
import { createDayFigures } from './day-figures.ts';
import { createDropFigures } from './drop-figures.ts';
import { createInvitations } from './invitations.ts';
import { createOutboxAdministration } from './outbox-administration.ts';
import type { Outcome } from './outcomes.ts';
import { readOutcome } from './outcomes.ts';
import type { FindFaultyParts, Overview, SetupFault } from './overview.ts';
import { readOverview } from './overview.ts';
import { createStorage } from './storage.ts';
import { createTrailChecks } from './trail-checks.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: Database;
  appearanceRules: AppearanceRules;
  control: DropControl;
  /** The longest lifetime of what is sent. */
  maxLifetimeMs: number;
  blobs: Pick<BlobStore, 'freeBytes'>;
  accountLinkIssue: Pick<AccountLinkIssue, 'issue'>;
  accountLinkSecret: (link: Pick<AccountLink, 'id' | 'accountId' | 'kind'>) => string;
  audit: AuditTrail;
  trailAnchor: TrailAnchor;
  language: string;
  /** What an account without a quota of its own may hold of unsent files; undefined: any amount. */
  defaultQuotaBytes: number | undefined;
  /** How many mails an account without a limit of its own may send in 24 hours. */
  defaultMailsPerDay: number;
  /** Uploads stop before the disk has less free space than this. */
  minFreeBytes: number;
  setupFaults: readonly SetupFault[];
  findFaultyParts: FindFaultyParts;
  /** Called with what ended a verification in the background. */
  onFault: (error: unknown) => void;
}

export type Administration = ReturnType<typeof createAdministration>;

/** All that an administrator can read and do. */
export function createAdministration(dependencies: Dependencies) {
  const { database, events } = dependencies;
  const storage = createStorage(dependencies);
  const trailChecks = createTrailChecks(dependencies);
  const accounts = createAccountAdministration(dependencies);
  return {
    accounts,
    invitations: createInvitations({ ...dependencies, accounts }),
    changes: createAccountChanges(dependencies),
    appearance: createAppearanceAdministration(dependencies),
    drops: { ...createDropFigures(dependencies), ...createDropAdministration(dependencies) },
    outbox: createOutboxAdministration(dependencies),
    days: createDayFigures(dependencies),
    storage,
    trailChecks,
    defaultQuotaBytes: dependencies.defaultQuotaBytes,
    defaultMailsPerDay: dependencies.defaultMailsPerDay,

    async readOverview(): Promise<Overview> {
      return await readOverview({ ...dependencies, storage, trailChecks });
    },

    async readOutcome(): Promise<Outcome | undefined> {
      return await readOutcome(dependencies);
    },

    async searchTrail(filter: AuditFilter, before?: number): Promise<AuditPage> {
      return await searchTrail(database.audit, filter, before);
    },

    /** The lines of the whole trail. The export is recorded before the first one. */
    async exportTrail(actor: Actor, format: ExportFormat): Promise<AsyncGenerator<string>> {
      return await exportTrail({ database, events }, actor, format);
    },
  };
}

import type { Logger } from 'pino';
import type { WorkerConfig } from '../config/worker-config.ts';
import { logoFaultOf } from '../brand/brand-source.ts';
import type { AppearancePart } from '../domain/administration/appearance-administration.ts';
import type { Administration } from '../domain/administration/administration.ts';
import { createAdministration } from '../domain/administration/administration.ts';
import { createDispatchControl } from '../domain/dispatches/dispatch-control.ts';
import type { AccountLinkIssue } from '../domain/people/account-link-issue.ts';
import type { createReadiness } from '../health/readiness.ts';
import type { AppOptions } from '../http/app.ts';
import type { WatchedBrand } from './watched-brand.ts';
import type { Installation } from './installation.ts';
import { findSetupFaults } from './setup-faults.ts';

interface Parts {
  accountLinkIssue: AccountLinkIssue;
  readiness: ReturnType<typeof createReadiness>;
  log: Logger;
  brand: Pick<WatchedBrand, 'look'>;
}

type EndListener = NonNullable<AppOptions['endListeners']>[number];

/** What administrators can read and do in the application. */
export function composeAdministration(
  installation: Installation,
  config: WorkerConfig,
  { accountLinkIssue, readiness, log, brand }: Parts,
): Administration {
  const { database, blobs, events, trailAnchor, randomness, clock, linkSecret } = installation;
  return createAdministration({
    database,
    appearanceRules: {
      fixed: fixedParts(config),
      isLogo: (bytes) => logoFaultOf(bytes) === undefined,
      onChanged: brand.look,
    },
    blobs,
    accountLinkIssue,
    accountLinkSecret: installation.accountLinkSecret,
    audit: installation.audit,
    events,
    trailAnchor,
    randomness,
    clock,
    control: createDispatchControl({
      ...{ database, events, linkSecret, randomness, clock },
      hasher: installation.tokenHasher,
      maxLifetimeMs: config.desttimeMax,
      ttlUnit: config.desttimeUnit,
    }),
    maxLifetimeMs: config.desttimeMax,
    language: config.language,
    defaultQuotaBytes: config.trayQuota,
    defaultMailsPerDay: config.mailsPerDay,
    minFreeBytes: config.minFreeSpace,
    setupFaults: findSetupFaults(config, installation.stores.location.dataDir),
    async findFaultyParts() {
      const { checks } = await readiness();
      return Object.keys(checks).filter((name) => checks[name] !== 'ok');
    },
    onFault(error) {
      log.error({ err: error }, 'the audit trail could not be verified');
    },
  });
}

/** What of the appearance the operator has set. */
function fixedParts(config: WorkerConfig): Set<AppearancePart> {
  const { serviceName, accentColor, supportAddress, logoFile } = config;
  const set: Record<AppearancePart, string | undefined> = {
    ...{ serviceName, accentColor, supportAddress, logo: logoFile },
  };
  const parts = Object.keys(set) as AppearancePart[];
  return new Set(parts.filter((part) => set[part] !== undefined));
}

/** Lets administrators know that requests were refused because there was no space. */
export function noteFullStore({ storage }: Administration, log: Logger): EndListener {
  return ({ response }) => {
    if (response.statusCode !== 507) return;
    storage.noteRefusal().catch((error: unknown) => {
      log.warn({ err: error }, 'that there is no space could not be written down');
    });
  };
}

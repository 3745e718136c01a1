import type { WorkerConfig } from '../config/worker-config.ts';
import { createChosenFiles } from '../domain/drafts/chosen-files.ts';
import { createDiscardedDrafts } from '../domain/drafts/discarded-drafts.ts';
import type { DraftDependencies } from '../domain/drafts/drafts.ts';
import { createDrafts } from '../domain/drafts/drafts.ts';
import { createTemplates } from '../domain/drafts/templates.ts';
import type { SendDependencies } from '../domain/sends/sends.ts';
import { createSends } from '../domain/sends/sends.ts';
import type { Services } from '../http/routing/route.ts';
import type { Installation } from './installation.ts';

type Given = Omit<SendDependencies, 'contactsOnly' | 'database' | 'terms'> &
  Pick<DraftDependencies, 'resumableUploads' | 'dispatching' | 'terms'>;

/** The services with which people prepare what they send, and programs send it. */
export function composeDraftServices(
  { database, events, linkSecret, tokenHasher, randomness, clock }: Installation,
  { trayLifetime: lifetimeMs, contactsOnly, desttimeUnit: unit }: WorkerConfig,
  given: Given,
): Pick<Services, 'chosenFiles' | 'discardedDrafts' | 'drafts' | 'sends' | 'templates'> {
  return {
    chosenFiles: createChosenFiles({ database, clock }),
    templates: createTemplates({ ...given, database, randomness, clock }),
    discardedDrafts: createDiscardedDrafts({ database, events, clock, lifetimeMs }),
    drafts: createDrafts({
      ...given,
      ...{ database, events, randomness, clock, lifetimeMs, contactsOnly },
      ticketSecret: (draftId) => linkSecret(draftId, 0),
      hasher: tokenHasher,
    }),
    sends: createSends({
      ...{ ...given, database, contactsOnly, terms: { ...given.terms, unit } },
    }),
  };
}

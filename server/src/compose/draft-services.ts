import type { WorkerConfig } from '../config/worker-config.ts';
import { createChosenFiles } from '../domain/drafts/chosen-files.ts';
import { createDiscardedDrafts } from '../domain/drafts/discarded-drafts.ts';
import type { DraftDependencies } from '../domain/drafts/drafts.ts';
import { createDrafts } from '../domain/drafts/drafts.ts';
import { createTemplates } from '../domain/drafts/templates.ts';
import { createPictures } from '../domain/pictures/pictures.ts';
import type { CommandRunner } from '../domain/ports/command-runner.ts';
import type { Vault } from '../domain/ports/vault.ts';
import type { SendDependencies } from '../domain/sends/sends.ts';
import { createSends } from '../domain/sends/sends.ts';
import type { Coordination } from '../domain/ports/coordination.ts';
import { createPasswordLimiter } from '../domain/ports/rate-limiter.ts';
import { createDropPasswords } from '../domain/dispatches/drop-passwords.ts';
import { createPasswordEntry } from '../domain/second-factor/password-entry.ts';
import type { Services } from '../http/routing/route.ts';
import { createPasswordHasher } from '../sealing/crypto/password-hash.ts';
import type { Installation } from './installation.ts';

type Given = Omit<SendDependencies, 'contactsOnly' | 'database' | 'dropPasswords' | 'terms'> &
  Pick<DraftDependencies, 'resumableUploads' | 'dispatching' | 'terms'> & {
    coordination: Pick<Coordination, 'counters' | 'hashSlots'>;
    vault: Vault;
    /** Commits what comes in together. */
    writer: CommandRunner;
  };

/** The services with which people prepare what they send, and programs send it. */
export function composeDraftServices(
  { database, events, keys, linkSecret, tokenHasher, randomness, clock }: Installation,
  { trayLifetime: lifetimeMs, contactsOnly, desttimeUnit: unit, secondFactor }: WorkerConfig,
  { coordination: { counters, hashSlots }, ...given }: Given,
): Pick<
  Services,
  | 'chosenFiles'
  | 'discardedDrafts'
  | 'drafts'
  | 'dropPasswords'
  | 'passwordEntry'
  | 'pictures'
  | 'sends'
  | 'templates'
> {
  const passwordParts = {
    ...{ database, events, hasher: tokenHasher, randomness, clock },
    passwordHasher: createPasswordHasher(keys.derived.dropPasswordPepper, randomness),
    hashSlots: hashSlots.drops,
  };
  const dropPasswords = createDropPasswords(passwordParts);
  return {
    dropPasswords,
    passwordEntry: createPasswordEntry({
      ...passwordParts,
      passwordLimiter: createPasswordLimiter(counters.links),
    }),
    pictures: createPictures({ ...given, database, clock, runner: given.writer }),
    chosenFiles: createChosenFiles({ database, clock }),
    templates: createTemplates({ ...given, database, randomness, clock }),
    discardedDrafts: createDiscardedDrafts({ database, events, clock, lifetimeMs }),
    drafts: createDrafts({
      ...given,
      ...{ database, events, dropPasswords, randomness, clock, lifetimeMs, contactsOnly },
      secondFactorFloor: secondFactor,
      ticketSecret: (draftId) => linkSecret(draftId, 0),
      hasher: tokenHasher,
    }),
    sends: createSends({
      ...{ ...given, database, dropPasswords, contactsOnly },
      ...{ terms: { ...given.terms, unit } },
    }),
  };
}

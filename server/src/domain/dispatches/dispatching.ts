import type { Account } from '../model/account.ts';
import type { Clock, TtlUnit } from '../model/clock.ts';
import type { Contact, Receiver } from '../model/contact.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { DispatchKind } from '../model/dispatch.ts';
import type { StoredFile } from '../model/file.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import { alreadyDone } from '../model/idempotency.ts';
import type { KeyRing } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { RunningUploads } from '../ports/coordination.ts';
import type { CreateDispatchDependencies } from './create-dispatch.ts';
import { coversAll, createDispatch, wrapForDrop } from './create-dispatch.ts';

interface Dependencies extends CreateDispatchDependencies {
  database: DatabaseOf<
    'accounts' | 'audit' | 'contacts' | 'dispatches' | 'files' | 'idempotency' | 'outbox'
  >;
  keyRing: KeyRing;
  uploads: Pick<RunningUploads, 'isRunning'>;
  clock: Clock;
}

interface Dispatched {
  /** Whether the same request was carried out before, so that nothing was done now. */
  isReplay: boolean;
}

/** When an upload that blocks a drop may have ended. */
const uploadRetrySeconds = 5;

/** A tray that changes so often while it is sent is being uploaded to. */
const maxTries = 5;

export type Dispatching = ReturnType<typeof createDispatching>;

/**
 * Sends the tray to the chosen receivers (a drop), or gives them an upload page (a grant). Both use up what
 * was chosen: the receivers, and for a drop the tray.
 */
export function createDispatching(dependencies: Dependencies) {
  const { database, keyRing, uploads, clock } = dependencies;

  /** Undefined when a file came into the tray, or its key was moved, before the transaction began. */
  async function attempt(
    kind: 'drop' | 'grant',
    actor: Actor,
    account: Account,
    terms: DispatchTerms,
    claim: IdempotencyClaim | undefined,
  ): Promise<Dispatched | undefined> {
    const now = clock.now();
    // Asked now, since a transaction must not wait for other processes: an upload that has ended by now is
    // in the tray by then.
    const isUploading = kind === 'drop' && (await uploads.isRunning(account.id));
    const listTray = async ({ files }: Pick<Repositories, 'files'>) =>
      kind === 'drop' ? await files.listTray(account.id) : [];
    const keys =
      kind === 'drop'
        ? await wrapForDrop(keyRing, await listTray(database), now + terms.lifetimeMs)
        : new Map();

    return await database.transact(async (repositories) => {
      const current = await repositories.accounts.lock(account.id);
      const files = await listTray(repositories);
      if (!coversAll(keys, files)) return undefined;
      if (await alreadyDone(repositories, account.id, claim, now)) return { isReplay: true };

      const receivers = await getReceivers(repositories, account);
      const isListed = current?.filesListedAt !== undefined;
      if (kind === 'drop') refuseUnsendable(files, { isListed, isUploading });
      if (terms.assertion !== undefined) {
        const tray = kind === 'drop' ? files : await repositories.files.listTray(account.id);
        refuseDifference('receivers', terms.assertion, receivers.map(emailOf));
        refuseDifference('files', terms.assertion, tray.map(nameOf));
      }
      const made = { kind, account, receivers, files, keys, terms, now };
      await createDispatch(repositories, dependencies, actor, made);
      await repositories.contacts.replaceReceivers(account.id, []);
      return { isReplay: false };
    });
  }

  async function dispatch(...order: Parameters<typeof attempt>): Promise<Dispatched> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const dispatched = await attempt(...order);
      if (dispatched !== undefined) return dispatched;
    }
    throw uploadInProgress();
  }

  function dispatchOf(kind: 'drop' | 'grant') {
    return async (
      actor: Actor,
      account: Account,
      terms: DispatchTerms,
      claim?: IdempotencyClaim,
    ): Promise<Dispatched> => await dispatch(kind, actor, account, terms, claim);
  }

  return { createDrop: dispatchOf('drop'), createGrant: dispatchOf('grant') };
}

const emailOf = ({ email }: Contact): string => email;
const nameOf = ({ name }: StoredFile): string => name;

async function getReceivers(
  { contacts }: Pick<Repositories, 'contacts'>,
  account: Account,
): Promise<Receiver[]> {
  if (!(await contacts.hasAny(account.id))) {
    throw new ValiseError('no_contacts', 'There is no contact yet. Add one first.');
  }
  const receivers = await contacts.listReceivers(account.id);
  if (receivers.length === 0) {
    throw new ValiseError('no_receivers', 'No receiver is chosen. Set the receivers first.');
  }
  return receivers;
}

function refuseUnsendable(
  tray: readonly StoredFile[],
  { isListed, isUploading }: { isListed: boolean; isUploading: boolean },
): void {
  if (!isListed) {
    throw new ValiseError('files_not_listed', 'The list of uploaded files is not initialised.');
  }
  if (isUploading) throw uploadInProgress();
  if (tray.length === 0) {
    throw new ValiseError('no_files', 'There is no file to send. Upload one first.');
  }
}

function uploadInProgress(): ValiseError {
  return new ValiseError(
    'upload_in_progress',
    'An upload is still running and its files would be left out. Send again when it has ended.',
    { retryAfterSeconds: uploadRetrySeconds },
  );
}

const texts: Record<DispatchKind, string> = {
  return: '',
  drop: 'Files have been sent to you. Open the link in this mail to download them.',
  grant: 'You are asked to send files. Open the link in this mail to upload them.',
};

/** The message of a dispatch whose sender wrote none. */
export function defaultMessage(kind: DispatchKind): string {
  return texts[kind];
}

/** The terms of a dispatch. */
export interface DispatchTerms {
  lifetimeMs: number;
  /** The lifetime as the sender wrote it. */
  ttl: string;
  /** The unit in which it was written; left out where there are no units. */
  ttlUnit?: TtlUnit;
  message: string | undefined;
  /** What must be set before a send. */
  assertion?: DispatchAssertion;
}

/** What a client expects to be set. Clients that share an account learn that another one was faster. */
export interface DispatchAssertion {
  /** Addresses in lower case; undefined to expect nothing. */
  receivers: ReadonlySet<string> | undefined;
  /** Names of the files in the tray; undefined to expect nothing. */
  files: ReadonlySet<string> | undefined;
}

const mostNamed = 5;

/** Throws `state_conflict` where what is set is not what the client expects. */
function refuseDifference(
  field: keyof DispatchAssertion,
  assertion: DispatchAssertion,
  set: readonly string[],
): void {
  const asserted = assertion[field];
  if (asserted === undefined) return;
  const isSet = new Set(set);
  const missing = Array.from(asserted).filter((name) => !isSet.has(name));
  const extra = set.filter((name) => !asserted.has(name));
  if (missing.length === 0 && extra.length === 0) return;
  const parts = [
    ...(missing.length === 0 ? [] : [`not set: ${inShort(missing)}`]),
    ...(extra.length === 0 ? [] : [`set beside them: ${inShort(extra)}`]),
  ];
  throw new ValiseError(
    'state_conflict',
    `The ${field} are not those that were named (${parts.join('; ')}). Nothing was sent.`,
  );
}

function inShort(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

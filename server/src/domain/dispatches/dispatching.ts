import type { Account } from '../model/account.ts';
import type { Receiver } from '../model/contact.ts';
import type { Instant } from '../model/clock.ts';
import { ttlIn } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchKind } from '../model/dispatch.ts';
import type { IdempotencyClaim } from '../model/idempotency.ts';
import type { DispatchId, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Keyed } from '../model/key-ring.ts';
import { expiryBucket, findRewrapped } from '../model/key-ring.ts';
import type { Actor } from '../model/principal.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { atLeast } from '../model/receiver-code.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { RunningUploads } from '../ports/coordination.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { AnyoneLinkRules } from './anyone-links.ts';
import { findAnyoneLinkProblem, refuseAnyoneLink } from './anyone-links.ts';
import type { DispatchOrder, DropKey, NewLink } from './create-dispatch.ts';
import type { DispatchTerms } from './dispatch-terms.ts';
import type { SentDraft } from './send-draft.ts';
import { sendDraft } from './send-draft.ts';
import type { Dispatched } from './send-tray.ts';
import { sendTray } from './send-tray.ts';
import { untilUnchanged } from './until-unchanged.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'hasher' | 'keyRing' | 'randomness'> {
  database: Pick<Repositories, 'contacts' | 'files'>;
  runner: CommandRunner;
  uploads: Pick<RunningUploads, 'isRunning'>;
  /** The secret of a receiver's link: the same each time for the same receiver and generation. */
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  /** The least second factor that receivers must show, whoever sends. */
  secondFactorFloor: SecondFactorMode;
  mailLimits: MailLimits;
  anyoneRules: AnyoneLinkRules;
}

export type Dispatching = ReturnType<typeof createDispatching>;

/**
 * Sends the tray to the chosen receivers (a drop), or gives them an upload page (a grant). Both use up what
 * was chosen: the receivers, and for a drop the tray.
 */
export function createDispatching(dependencies: Dependencies) {
  const { database, runner, keyRing, uploads, hasher, randomness, clock } = dependencies;
  const { linkSecret, secondFactorFloor, mailLimits, anyoneRules } = dependencies;

  function newLink(): NewLink {
    const id = newId<ReceiverId>(randomness);
    return { id, linkHash: hasher.hash('link', linkSecret(id, 0)), inboxToken: newId(randomness) };
  }

  /** Wraps the keys of files for a drop. A transaction does not wait for keys. */
  async function wrapKeys(files: readonly Keyed[], expiresAt: number): Promise<DropKey[]> {
    // The key of the files must be durable before a row can depend on it.
    const bucket = await keyRing.ensure(expiryBucket(expiresAt));
    const keys: DropKey[] = [];
    for (const file of files) {
      const wrappedKey = await findRewrapped(keyRing, file, bucket);
      keys.push({ fileId: file.id, from: file.keyBucket, wrappedKey });
    }
    return keys;
  }

  /** What a dispatch needs before its transaction. Throws `invalid` where it can have no link for anyone, and is to. */
  async function prepare(
    {
      actor,
      account,
      terms,
      now = clock.now(),
    }: Pick<DispatchOrder, 'actor' | 'account' | 'terms'> & { now?: Instant },
    receivers: readonly Receiver[],
    files: readonly Keyed[],
    secondFactor = account.secondFactor,
  ): Promise<DispatchOrder> {
    const demanded = atLeast(secondFactorFloor, secondFactor);
    if (terms.anyone === true) refuseAnyoneLink(anyoneRules, demanded);
    const links = receivers.slice(0, mailLimits.maxReceivers).map(newLink);
    return {
      actor,
      account,
      terms,
      now,
      secondFactor: demanded,
      mailLimits,
      links: terms.anyone === true ? [...links, newLink()] : links,
      keys: files.length === 0 ? [] : await wrapKeys(files, now + terms.lifetimeMs),
    };
  }

  function dispatchOf(kind: 'drop' | 'grant') {
    return async (
      actor: Actor,
      account: Account,
      terms: DispatchTerms,
      claim?: IdempotencyClaim,
    ): Promise<Dispatched> =>
      await untilUnchanged(async () => {
        const isDrop = kind === 'drop';
        // Asked before the tray is read: the files of an upload that has ended by now are in it.
        const isUploading = isDrop && (await uploads.isRunning(account.id));
        const receivers = await database.contacts.listReceivers(account.id);
        const files = isDrop ? await database.files.listTray(account.id) : [];
        const order = await prepare({ actor, account, terms }, receivers, files);
        return await runner.run(sendTray, { ...order, kind, claim, isUploading });
      });
  }

  return {
    prepare,

    /** Throws `invalid` where a drop of the account that demands this can have no link for anyone. */
    refuseAnyoneLink(account: Account, secondFactor = account.secondFactor): void {
      refuseAnyoneLink(anyoneRules, atLeast(secondFactorFloor, secondFactor));
    },

    /** Whether it can have one with what the account demands. */
    allowsAnyone: ({ secondFactor }: Account): boolean =>
      findAnyoneLinkProblem(anyoneRules, atLeast(secondFactorFloor, secondFactor)) === undefined,

    createDrop: dispatchOf('drop'),
    createGrant: dispatchOf('grant'),

    /**
     * Sends a draft; returns the drop. A draft that was sent before is not sent again. Undefined, and nothing has
     * changed, when the draft has changed since it was read: the caller reads it again.
     */
    async sendDraft(
      actor: Actor,
      account: Account,
      draft: SentDraft & {
        uploads: readonly Keyed[];
        secondFactor: SecondFactorMode | undefined;
        /** When the drop must have ended, whatever the terms say. */
        notAfter: Instant | undefined;
      },
      terms: DispatchTerms,
    ): Promise<DispatchId | undefined> {
      const { uploads: keyed, secondFactor, notAfter, ...sent } = draft;
      const now = clock.now();
      const given = { actor, account, terms: endingBy(terms, now, notAfter), now };
      const order = await prepare(given, sent.receivers, keyed, secondFactor);
      return await runner.run(sendDraft, { ...order, draft: sent });
    },
  };
}

function endingBy(
  terms: DispatchTerms,
  now: Instant,
  notAfter: Instant | undefined,
): DispatchTerms {
  // What is over is refused by the transaction.
  if (notAfter === undefined || notAfter <= now || now + terms.lifetimeMs <= notAfter) return terms;
  const lifetimeMs = notAfter - now;
  return { ...terms, lifetimeMs, ttl: ttlIn(terms.ttlUnit ?? 'days', lifetimeMs) };
}

const texts: Record<DispatchKind, string> = {
  return: '',
  drop: 'Files have been sent to you. Open the link in this e-mail to download them.',
  grant: 'You have been asked to send files. Open the link in this e-mail to upload them.',
};

/** The message of a dispatch whose sender wrote none. */
export function defaultMessage(kind: DispatchKind): string {
  return texts[kind];
}

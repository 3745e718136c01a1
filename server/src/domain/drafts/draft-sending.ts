import type { Dispatching } from '../dispatches/dispatching.ts';
import { noFiles, noReceivers } from '../dispatches/refusals.ts';
import { endOf } from '../dispatches/sent-on.ts';
import type { SentDraft } from '../dispatches/send-draft.ts';
import { untilUnchanged } from '../dispatches/until-unchanged.ts';
import type { Account } from '../model/account.ts';
import type { Clock } from '../model/clock.ts';
import { ttlIn } from '../model/clock.ts';
import type { Receiver } from '../model/contact.ts';
import type { Repositories } from '../model/database.ts';
import type { Draft, DraftContents } from '../model/draft.ts';
import type { DropPassword } from '../model/dispatch.ts';
import type { DispatchId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { countedBytes } from '../model/incoming-upload.ts';
import type { LifetimeLimits } from '../model/lifetimes.ts';
import type { Actor } from '../model/principal.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { atLeast } from '../model/receiver-code.ts';
import { keptTitle } from '../model/title.ts';
import type { ValiseError } from '../model/valise-error.ts';
import type { ForeseenDrop } from '../ports/mail-preview.ts';
import { draftOwner } from '../uploads/owners.ts';
import type { DropPasswords } from '../dispatches/drop-passwords.ts';
import { refuseBadDropPassword } from '../model/drop-password.ts';
import { refuseUnfinished } from '../uploads/refuse-unfinished.ts';
import type { ResumableUploads } from '../uploads/resumable-uploads.ts';
import type { DraftEdit } from './draft-edit.ts';
import { editedDraft, usableNames } from './draft-edit.ts';
import { faultsOf, resolveLifetime } from './draft-input.ts';
import type { ReceiverLookup } from './draft-receivers.ts';
import { countReceivers, findFirstReceiver, resolveReceivers } from './draft-receivers.ts';
import { getOwnDraft } from './own-drafts.ts';

export interface SendingDependencies {
  database: Pick<Repositories, 'contactGroups' | 'contacts' | 'drafts' | 'sentOn' | 'uploads'>;
  resumableUploads: Pick<ResumableUploads, 'complete' | 'list'>;
  dispatching: Pick<Dispatching, 'allowsAnyone' | 'refuseAnyoneLink' | 'sendDraft'>;
  dropPasswords: Pick<DropPasswords, 'prepare'>;
  clock: Clock;
  terms: LifetimeLimits;
  /** Whether receivers must be contacts. */
  contactsOnly: boolean;
  /** The least second factor that receivers must show, whoever sends. */
  secondFactorFloor: SecondFactorMode;
}

/** What a draft would be as a drop, and how it becomes one. */
export function createDraftSending(dependencies: SendingDependencies) {
  const { database, resumableUploads, dispatching, clock, terms, contactsOnly } = dependencies;
  const { dropPasswords } = dependencies;

  function lookupFor(account: Account): ReceiverLookup {
    const { contacts, contactGroups } = database;
    return { contacts, contactGroups, accountId: account.id, contactsOnly };
  }

  function lifetimeOf({ lifetime }: Pick<DraftContents, 'lifetime'>, timeZone: string): number {
    return resolveLifetime(lifetime, clock.now(), timeZone, terms);
  }

  /** Its uploads as files, under the names that the edit gives them. */
  async function complete(
    uploads: readonly IncomingUpload[],
    edit: DraftEdit,
  ): Promise<SentDraft['files']> {
    refuseUnfinished(uploads);
    const names = usableNames(edit);
    const files = [];
    for (const upload of uploads) {
      const name = names.get(upload.id) ?? upload.name;
      files.push({ ...(await resumableUploads.complete(upload)), name, folder: upload.folder });
    }
    return files;
  }

  return {
    /** When a drop with this lifetime would expire, if it were sent now. */
    expiryOf: (contents: DraftContents, timeZone: string): number =>
      clock.now() + lifetimeOf(contents, timeZone),

    /** Whether drafts of the account can have links for anyone, unless they ask for a code. */
    allowsAnyone: (account: Account): boolean => dispatching.allowsAnyone(account),

    /** How many people would get the drop if it were sent now, with the members of groups. */
    async countReceivers(account: Account, { receivers }: DraftContents): Promise<number> {
      return await countReceivers(lookupFor(account), receivers);
    },

    /**
     * The drop that the first receiver would get, or the sender where there is none yet. Throws `invalid` for a
     * lifetime that cannot be used.
     */
    async foresee(account: Account, draft: Draft, timeZone: string): Promise<ForeseenDrop> {
      const { title, message, secondFactor = account.secondFactor } = draft;
      const first = await findFirstReceiver(lookupFor(account), draft.receivers);
      const { email, number, language } = account;
      const self = { email, number, language, nick: '', groups: [] };
      const uploads = await resumableUploads.list(draftOwner(draft));
      return {
        sender: account,
        receiver: inLanguage(first ?? self, draft),
        files: uploads.map((file) => ({ name: file.name, sizeBytes: countedBytes(file) })),
        title: keptTitle(title),
        message: message.trim() === '' ? undefined : message.trim(),
        expiresAt: clock.now() + lifetimeOf(draft, timeZone),
        secondFactor: atLeast(dependencies.secondFactorFloor, secondFactor),
        hasPassword: draft.wantsPassword,
      };
    },

    /**
     * All that keeps the draft from being sent as it is, at once. While files are being uploaded, `needsFiles` is
     * false: what else is wrong is told before they have arrived.
     */
    async findFaults(
      account: Account,
      { id, receivers, lifetime, secondFactor, wantsPassword, anyone }: Draft,
      timeZone: string,
      { needsFiles, password = '' }: { needsFiles: boolean; password?: string | undefined },
    ): Promise<ValiseError[]> {
      const lacksFiles = needsFiles && (await database.uploads.sumFor(id)).files === 0;
      return [
        ...(lacksFiles ? [noFiles()] : []),
        ...(receivers.length === 0 && !anyone ? [noReceivers()] : []),
        ...(await faultsOf(
          () => resolveReceivers(lookupFor(account), receivers),
          () => lifetimeOf({ lifetime }, timeZone),
          () => {
            if (wantsPassword) refuseBadDropPassword(password);
          },
          () => {
            if (anyone) dispatching.refuseAnyoneLink(account, secondFactor);
          },
        )),
      ];
    },

    /**
     * Sends the draft as the edit leaves it, in one transaction, and once, however often it is called; returns the
     * drop, which ends no later than what was sent on with it. Throws `invalid`, `no_receivers`, `no_files` or
     * `upload_in_progress` when it cannot be sent so, and `state_conflict` when another page has changed it: it is as
     * it was then, without the edit.
     */
    async send(
      actor: Actor,
      account: Account,
      id: string,
      timeZone: string,
      edit: DraftEdit = {},
    ): Promise<DispatchId> {
      let password: DropPassword | undefined;
      return await untilUnchanged(async () => {
        const draft = await getOwnDraft(database, account, id, clock.now());
        if (draft.dispatchId !== undefined) return draft.dispatchId;
        const { title, message, downloadLimit, receipts, ...chosen } = editedDraft(draft, edit);
        const lifetimeMs = lifetimeOf(chosen, timeZone);
        const receivers = (await resolveReceivers(lookupFor(account), chosen.receivers)).map(
          (receiver) => inLanguage(receiver, chosen),
        );
        // A draft that is to have one is not sent without it: nobody would notice.
        if (chosen.wantsPassword) {
          password ??= await dropPasswords.prepare(account, edit.password ?? '');
        }
        const uploads = await resumableUploads.list(draftOwner(draft));
        const files = await complete(uploads, edit);
        const sources = await database.sentOn.listSources(uploads.map((upload) => upload.id));
        const notAfter = endOf(sources);
        const { version } = draft;
        return await dispatching.sendDraft(
          actor,
          account,
          {
            ...{ id: draft.id, version, receivers, files, uploads, notAfter },
            secondFactor: chosen.secondFactor,
          },
          {
            lifetimeMs,
            ttl: ttlIn('days', lifetimeMs),
            ttlUnit: 'days',
            title: keptTitle(title),
            message: message.trim() === '' ? undefined : message.trim(),
            ...{ password, anyone: chosen.anyone, downloadLimit, receipts },
          },
        );
      });
    },
  };
}

/** A receiver with the language that was chosen for the mails. */
function inLanguage<Someone extends Pick<Receiver, 'language'>>(
  receiver: Someone,
  { mailLanguage = receiver.language }: Pick<DraftContents, 'mailLanguage'>,
): Someone {
  return { ...receiver, language: mailLanguage };
}

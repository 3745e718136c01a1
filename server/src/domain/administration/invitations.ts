import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLanguageTag } from '#protocol/language-tag.ts';
import { RefusedFile } from '../contacts/contact-import.ts';
import { readCsvContacts } from '../contacts/csv-import.ts';
import { decodeText } from '../contacts/decode-text.ts';
import { createImportPlaces } from '../contacts/import-places.ts';
import type { ImportedRow } from '../contacts/imported-rows.ts';
import type { Account } from '../model/account.ts';
import type { OpenInvitation } from '../model/administration.ts';
import type { Instant } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { EventRows } from '../model/event.ts';
import type { AccountId } from '../model/ids.ts';
import { isPlainText } from '../model/message.ts';
import type { AccountLink } from '../model/person.ts';
import type { InPieces } from '../model/pieces.ts';
import { finishInTurns } from '../model/pieces.ts';
import type { Actor } from '../model/principal.ts';
import { nothingHere } from '../model/valise-error.ts';
import { maxDisplayNameLength } from '../people/account-links.ts';
import type { RemovedRows } from '../people/remove-account.ts';
import { removeAccount } from '../people/remove-account.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { AccountAdministration, InvitationProblem } from './account-administration.ts';

type Rows = 'accountLinks' | 'administration' | RemovedRows | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<Rows>;
  accounts: Pick<AccountAdministration, 'invite'>;
  accountLinkSecret: (link: Pick<AccountLink, 'id' | 'accountId' | 'kind'>) => string;
}

/** What became of one line of a file. */
export interface InvitedRow {
  line: number;
  /** What the line has as its address. */
  email: string;
  /** Empty: the person is invited. */
  problems: readonly (InvitationProblem | 'name' | 'twice')[];
}

export interface InvitationPage {
  invitations: OpenInvitation[];
  /** The account after which the next page begins; undefined on the last page. */
  next: AccountId | undefined;
}

/** A link that is shown to an administrator, to hand it out. */
export interface ShownInvitation {
  account: Account;
  secret: string;
  expiresAt: Instant;
}

export type InvitationRefusal = 'joined' | 'no_invitation';

export const maxInvitationBytes = 1_000_000;
export const maxInvitationRows = 1000;
const invitationsOnPage = 50;

export type Invitations = ReturnType<typeof createInvitations>;

/** Invitations that are open, and many at once. A link to set a new password is shown to nobody. */
export function createInvitations(dependencies: Dependencies) {
  const { database, events, clock, accounts, accountLinkSecret } = dependencies;
  const places = createImportPlaces();

  /** The account under its lock, of somebody who never had a way to sign in; else why it is refused. */
  async function getInvited(
    repositories: Pick<Repositories, 'accounts' | 'administration'>,
    id: AccountId,
  ): Promise<Account | undefined> {
    const account = await repositories.accounts.lock(id);
    if (account === undefined) throw nothingHere();
    if (account.role === 'api') throw nothingHere();
    const { administration } = repositories;
    const joined = await administration.findJoined([id]);
    const seen = await administration.findLastSeen([id]);
    return joined.has(id) || seen.has(id) ? undefined : account;
  }

  async function inviteRow(
    actor: Actor,
    self: AccountId,
    { email = '', nick: displayName = '', number = '', language }: ImportedRow['fields'],
  ): Promise<InvitedRow['problems']> {
    if (displayName.length > maxDisplayNameLength || !isPlainText(displayName)) return ['name'];
    const isKnown = language !== undefined && isLanguageTag(language);
    const answer = await accounts.invite(actor, self, {
      ...({ email, number, displayName, role: 'user' } as const),
      ...(isKnown && { language }),
    });
    return 'problems' in answer ? answer.problems : [];
  }

  return {
    async list(after?: string): Promise<InvitationPage> {
      const found = await database.administration.listInvitations({
        now: clock.now(),
        after: after as AccountId | undefined,
        limit: invitationsOnPage + 1,
      });
      const invitations = found.slice(0, invitationsOnPage);
      const isMore = found.length > invitationsOnPage;
      return { invitations, next: isMore ? invitations.at(-1)?.account.id : undefined };
    },

    /** The link of an open invitation. It is derived again, and recorded as shown. */
    async show(actor: Actor, id: AccountId): Promise<ShownInvitation | InvitationRefusal> {
      return await database.transact(async (repositories) => {
        const account = await getInvited(repositories, id);
        if (account === undefined) return 'joined';
        const link = await repositories.accountLinks.findNewest(id, 'invitation');
        if (link === undefined || link.expiresAt <= clock.now()) return 'no_invitation';
        await events.tell(repositories, actor, { action: 'person.invitation_shown', account });
        return { account, secret: accountLinkSecret(link), expiresAt: link.expiresAt };
      });
    },

    /** The link ends, and the account goes: nobody has used either. */
    async recall(actor: Actor, id: AccountId): Promise<InvitationRefusal | undefined> {
      return await database.transact(async (repositories) => {
        const account = await getInvited(repositories, id);
        if (account === undefined) return 'joined';
        await removeAccount(repositories, id, clock.now());
        const recalled = { action: 'person.invitation_recalled', account } as const;
        await events.tell(repositories, actor, recalled);
        return undefined;
      });
    },

    /** Asked before a file is received: see `ContactImports`. */
    enter: ({ id }: Pick<Account, 'id'>): (() => void) => places.enter(id),

    /**
     * Invites the people of a CSV file, as persons. Each is a transaction of its own: a bad line spoils no other, and
     * after a crash the same file invites the rest. Throws `RefusedFile`.
     */
    async inviteMany(actor: Actor, self: AccountId, file: Uint8Array): Promise<InvitedRow[]> {
      const rows = await places.inTurn(() => finishInTurns(readRows(file)));
      const seen = new Set<string>();
      const results: InvitedRow[] = [];
      for (const { line, fields } of rows) {
        const email = fields.email ?? '';
        const isRepeated = seen.has(email.toLowerCase());
        const problems = isRepeated ? (['twice'] as const) : await inviteRow(actor, self, fields);
        results.push({ line, email, problems });
        seen.add(email.toLowerCase());
        // Others get their turn between two people.
        await nextTurn();
      }
      return results;
    },
  };
}

/** Throws `RefusedFile`. */
function* readRows(file: Uint8Array): InPieces<ImportedRow[]> {
  if (file.byteLength > maxInvitationBytes) throw new RefusedFile('too_large');
  const { text } = yield* decodeText(file);
  const read = yield* readCsvContacts(text, maxInvitationRows);
  if ('fault' in read) throw new RefusedFile(read.fault, read.line);
  return read.rows;
}

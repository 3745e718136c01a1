import type { AuditAction } from '../model/audit.ts';
import type { EventMail, EventRows, Events } from '../model/event.ts';
import type { Clock, Instant, TtlUnit } from '../model/clock.ts';
import { ttlIn } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type {
  Dispatch,
  DispatchKind,
  DispatchOverview,
  DispatchReceiver,
} from '../model/dispatch.ts';
import type { AccountId, DispatchId, Randomness, ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import type { TokenHasher } from '../ports/hashers.ts';

type RepositoryName =
  'accounts' | 'contactBook' | 'contacts' | 'dispatches' | 'files' | 'uploads' | EventRows;

export type ControlRepositories = Pick<Repositories, RepositoryName>;

export interface ControlDependencies {
  database: DatabaseOf<RepositoryName>;
  events: Events;
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  hasher: TokenHasher;
  randomness: Randomness;
  clock: Clock;
  /** The longest lifetime of a dispatch. */
  maxLifetimeMs: number;
  /** The unit of a ttl that does not name one. */
  ttlUnit: TtlUnit;
}

/** What limits the senders' own operations. */
export interface SenderRules {
  mailLimits: MailLimits;
  /** Whether receivers must be contacts. */
  contactsOnly: boolean;
  /** Whether senders may see the links of their receivers. */
  showsLinks: boolean;
}

/** Whose dispatches can be acted on, and of which kind; undefined for the operator: everybody's. */
export type Owner = { accountId: AccountId; kind: DispatchKind } | undefined;

export type Details = Record<string, string | number | boolean>;

/** What every act needs, and what some need besides. */
type Acted<More extends keyof Repositories> = 'accounts' | 'dispatches' | EventRows | More;

interface ChangeDependencies<More extends keyof Repositories> {
  database: DatabaseOf<Acted<More>>;
  events: Events;
  clock: Clock;
}

/** What an act has done: the details of its record, the one receiver it is about, and the mails that follow. */
interface Done {
  details: Details;
  receiver?: ReceiverId;
  mails?: readonly EventMail[];
}

/** One act on a live dispatch, within its transaction. Resolves with undefined where nothing was done. */
type Act<More extends keyof Repositories> = (
  repositories: Pick<Repositories, Acted<More>>,
  overview: DispatchOverview,
) => Promise<Done | undefined>;

export type Change<More extends keyof Repositories> = (
  actor: Actor,
  id: string,
  action: AuditAction,
  act: Act<More>,
) => Promise<void>;

/** One act on one live dispatch of the owner, with its record, in one transaction. */
export function createChange<More extends keyof Repositories>(
  { database, events, clock }: ChangeDependencies<More>,
  owner: Owner,
): Change<More> {
  return async (actor, id, action, act) => {
    await database.transact(async (repositories) => {
      // Acts on the same account wait for each other: receivers and mails are counted.
      if (owner !== undefined) await repositories.accounts.lock(owner.accountId);
      const overview = await getDispatch(repositories, owner, id);
      refuseEnded(overview, clock.now());
      const acted = await act(repositories, overview);
      if (acted === undefined) return;
      const { accountId, id: dispatch, kind: dispatchKind } = overview.dispatch;
      const { receiver, ...rest } = acted;
      const ids = { dispatch, dispatchKind, ...(receiver && { receiver }) };
      await events.tell(repositories, actor, { action, account: { id: accountId }, ids, ...rest });
    });
  };
}

/** A dispatch of another account, or of another kind, is treated as missing. */
export async function getDispatch(
  { dispatches }: Pick<Repositories, 'dispatches'>,
  owner: Owner,
  id: string,
): Promise<DispatchOverview> {
  const overview = idPattern.test(id) ? await dispatches.find(id as DispatchId) : undefined;
  if (owner === undefined) {
    if (overview !== undefined) return overview;
    throw new ValiseError('unknown_dispatch', `There is no drop or grant ${id}.`);
  }
  const { accountId, kind } = overview?.dispatch ?? {};
  if (overview === undefined || accountId !== owner.accountId || kind !== owner.kind) {
    throw notFound();
  }
  return overview;
}

export function notFound(): ValiseError {
  return new ValiseError('not_found', 'There is nothing at this address.');
}

/** Throws `dispatch_ended`. */
export function refuseEnded({ endedAt, dispatch }: DispatchOverview, now: Instant): void {
  if (endedAt !== undefined || dispatch.expiresAt <= now) throw dispatchEnded();
}

export function dispatchEnded(): ValiseError {
  return new ValiseError('dispatch_ended', 'It has ended already, and what has ended stays so.');
}

/** A return is in the account's inbox, and has no link that could end or be sent. */
export function refuseLinkless({ dispatch }: DispatchOverview): void {
  if (dispatch.kind !== 'return') return;
  throw invalid([
    { field: 'id', problem: 'what was sent back has no link; revoke it as a whole.' },
  ]);
}

/** The receiver with this address, for the operator, or with this id, for the owner. */
export function getReceiver(
  { receivers }: DispatchOverview,
  owner: Owner,
  named: string,
): DispatchReceiver {
  const receiver = receivers.find(({ id, email }) =>
    owner === undefined ? email === named.toLowerCase() : id === named,
  );
  if (receiver !== undefined) return receiver;
  if (owner !== undefined) throw notFound();
  throw invalid([{ field: 'receiver', problem: `${named} is not among its receivers.` }]);
}

/** The mails that bring each of them their link. */
export function linkMailsTo(
  { kind }: Pick<Dispatch, 'kind'>,
  receivers: readonly DispatchReceiver[],
): EventMail[] {
  return receivers.map(({ id, email }) => ({
    kind: kind === 'drop' ? 'download' : 'upload',
    to: email,
    receiverId: id,
  }));
}

/** Gives a live dispatch another end. */
export async function extendDispatch(
  { dispatches, clock }: Pick<Repositories, 'dispatches'> & { clock: Clock },
  { id, createdAt, ttlUnit: unit }: Dispatch,
  expiresAt: Instant,
  { maxLifetimeMs, ttlUnit }: Pick<ControlDependencies, 'maxLifetimeMs' | 'ttlUnit'>,
): Promise<Done> {
  const lifetimeMs = expiresAt - createdAt;
  if (!(expiresAt > clock.now() && lifetimeMs <= maxLifetimeMs)) {
    throw invalid([
      { field: 'expiry', problem: 'must be in the future, within the longest life allowed.' },
    ]);
  }
  await dispatches.extend(id, expiresAt, ttlIn(unit ?? ttlUnit, lifetimeMs));
  await dispatches.noteChange(id, { at: clock.now(), expiresAt });
  return { details: { expiresAt } };
}

import type { AuditAction } from '../model/audit.ts';
import type { EventMail, EventRows, Events } from '../model/event.ts';
import type { Clock, Instant, TtlUnit, wholeTtlIn } from '../model/clock.ts';

import type { DatabaseOf, Repositories } from '../model/database.ts';
import type {
  Dispatch,
  DispatchKind,
  DispatchOverview,
  DispatchReceiver,
} from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { AccountId, DispatchId, ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { Outcome, RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import { ValiseError, invalid, nothingHere } from '../model/valise-error.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

type RepositoryName =
  | 'accounts'
  | 'contacts'
  | 'dispatches'
  | 'downloads'
  | 'files'
  | 'idempotency'
  | 'repeatedActs'
  | 'sentOn'
  | 'uploads'
  | EventRows;

export type ControlRepositories = Pick<Repositories, RepositoryName>;

export interface ControlDependencies extends Pick<
  ServiceParts,
  'clock' | 'events' | 'hasher' | 'randomness'
> {
  database: DatabaseOf<RepositoryName>;
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
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
  /** Whether drops may have links for anyone. */
  anyoneLinks: boolean;
  /** Whether senders may see the links of their receivers. */
  showsLinks: boolean;
}

/** Whose dispatches can be acted on, and of which kind; undefined for the operator: everybody's. */
export type Owner = { accountId: AccountId; kind: DispatchKind } | undefined;

export type Details = Record<string, string | number | boolean>;

/** What every act needs, and what some need besides. */
type Acted<More extends keyof Repositories> =
  'accounts' | 'dispatches' | 'idempotency' | EventRows | More;

interface ChangeDependencies<More extends keyof Repositories> {
  database: DatabaseOf<Acted<More>>;
  events: Events;
  clock: Clock;
}

/** What an act has done: the details of its record, the one receiver it is about, and the mails that follow. */
interface Done {
  details: Details;
  receiver?: ReceiverId;
  /** The one link for anyone that it is about, which no event names: it is nobody's. */
  link?: ReceiverId;
  /** Whether everyone whose link still lives has every file. */
  completes?: boolean;
  mails?: readonly EventMail[];
}

/** One act on a live dispatch, within its transaction. Each of what it has done has a record of its own. */
type Act<More extends keyof Repositories> = (
  repositories: Pick<Repositories, Acted<More>>,
  overview: DispatchOverview,
) => Promise<Done | readonly Done[] | undefined>;

export type Change<More extends keyof Repositories> = (
  actor: Actor,
  id: string,
  action: AuditAction,
  act: Act<More>,
  claim?: RepeatClaim,
) => Promise<Changed>;

/** The outcome of an act: the receivers that it was about, or the link for anyone. */
export interface Changed extends Outcome {
  receivers: readonly ReceiverId[];
}

/** One act on one live dispatch of the owner, with its record, in one transaction, which settles the claim. */
export function createChange<More extends keyof Repositories>(
  { database, events, clock }: ChangeDependencies<More>,
  owner: Owner,
): Change<More> {
  return async (actor, id, action, act, claim) =>
    await database.transact(async (repositories) => {
      // Acts on the same account wait for each other: receivers and mails are counted.
      if (owner !== undefined) await repositories.accounts.lock(owner.accountId);
      const overview = await getDispatch(repositories, owner, id);
      refuseEnded(overview, clock.now());
      const acted = [(await act(repositories, overview)) ?? []].flat();
      const { accountId, id: dispatch, kind: dispatchKind } = overview.dispatch;
      const account = { id: accountId };
      const about = { dispatch, dispatchKind };
      for (const { receiver, completes, details, mails } of acted) {
        const ids = { ...about, ...(receiver && { receiver }) };
        const told = { action, account, ids, details, ...(mails && { mails }) };
        await events.tell(repositories, actor, told);
        if (completes !== true) continue;
        await events.tell(repositories, actor, { action: 'drop.completed', account, ids: about });
      }
      const changed = { receivers: acted.flatMap(({ receiver, link }) => receiver ?? link ?? []) };
      await settle(repositories, claim, changed, clock.now());
      return changed;
    });
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
    throw nothingHere();
  }
  return overview;
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

/** A link without an address cannot be mailed. */
export function refuseBareLinks(receivers: readonly DispatchReceiver[]): void {
  if (!receivers.some(isBareLink)) return;
  throw invalid([{ field: 'receiver', problem: 'has no address: its link is handed out.' }]);
}

/** The receiver with this address, for the operator, or with this id, for the owner. Links of drops are none. */
export function getReceiver(
  { dispatch, receivers }: DispatchOverview,
  owner: Owner,
  named: string,
): DispatchReceiver {
  const receiver = receivers
    .filter((each) => dispatch.kind !== 'drop' || !isBareLink(each))
    .find(({ id, email }) => (owner === undefined ? email === named.toLowerCase() : id === named));
  if (receiver !== undefined) return receiver;
  if (owner !== undefined) throw nothingHere();
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

/** The same to new receivers: none where the dispatch mails nobody. */
export function mailsToNew(
  dispatch: Pick<Dispatch, 'kind' | 'notify'>,
  receivers: readonly DispatchReceiver[],
): EventMail[] {
  return dispatch.notify === 'none' ? [] : linkMailsTo(dispatch, receivers);
}

/** Gives a live dispatch another end. `ttlOf`: how the customer's API tells its time to live. */
export async function extendDispatch(
  { dispatches, clock }: Pick<Repositories, 'dispatches'> & { clock: Clock },
  { id, createdAt, ttlUnit: unit }: Dispatch,
  expiresAt: Instant,
  {
    maxLifetimeMs,
    ttlUnit,
    ttlOf,
  }: Pick<ControlDependencies, 'maxLifetimeMs' | 'ttlUnit'> & { ttlOf: typeof wholeTtlIn },
): Promise<Done> {
  const lifetimeMs = expiresAt - createdAt;
  if (!(expiresAt > clock.now() && lifetimeMs <= maxLifetimeMs)) {
    throw invalid([
      { field: 'expiry', problem: 'must be in the future, within the longest life allowed.' },
    ]);
  }
  await dispatches.extend(id, expiresAt, ttlOf(unit ?? ttlUnit, lifetimeMs));
  await dispatches.noteChange(id, { at: clock.now(), expiresAt });
  return { details: { expiresAt } };
}

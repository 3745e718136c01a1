import { tellAccount } from '../notices/failed-mail.ts';
import type { Actor } from '../model/principal.ts';
import type { AuditAction, AuditTrail } from '../model/audit.ts';
import type { Clock, Instant, TtlUnit } from '../model/clock.ts';
import { ttlIn } from '../model/clock.ts';
import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import type { DispatchId, Randomness, ReceiverId } from '../model/ids.ts';
import { idPattern, newId } from '../model/ids.ts';
import type { SecretHasher } from '../ports/hashers.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';

interface Dependencies {
  database: DatabaseOf<'accounts' | 'audit' | 'dispatches' | 'files' | 'outbox' | 'uploads'>;
  audit: AuditTrail;
  linkSecret: (receiverId: ReceiverId, generation: number) => string;
  hasher: SecretHasher;
  randomness: Randomness;
  clock: Clock;
  /** The longest lifetime of a dispatch. */
  maxLifetimeMs: number;
  /** The unit of a ttl that does not name one. */
  ttlUnit: TtlUnit;
}

export type DispatchControl = ReturnType<typeof createDispatchControl>;

/** The operations on a drop or a grant after it was sent. */
export function createDispatchControl(dependencies: Dependencies) {
  const { database, audit, linkSecret, hasher, randomness, clock } = dependencies;

  /** One act on one live dispatch, with its record, in one transaction. */
  async function change(
    actor: Actor,
    id: DispatchId,
    action: AuditAction,
    act: (
      repositories: Pick<
        Repositories,
        'accounts' | 'audit' | 'dispatches' | 'files' | 'outbox' | 'uploads'
      >,
      overview: DispatchOverview,
    ) => Promise<Record<string, string | number | boolean>>,
  ): Promise<void> {
    await database.transact(async (repositories) => {
      const overview = await getDispatch(repositories, id);
      refuseEnded(overview, clock.now());
      const details = await act(repositories, overview);
      await audit.record(repositories, actor, { action, object: id, outcome: 'ok', details });
    });
  }

  async function tellSender(
    repositories: Pick<
      Repositories,
      'accounts' | 'audit' | 'dispatches' | 'files' | 'outbox' | 'uploads'
    >,
    { dispatch }: DispatchOverview,
    receiver: DispatchReceiver | undefined,
  ): Promise<void> {
    const sender = await repositories.accounts.lock(dispatch.accountId);
    if (sender === undefined || receiver === undefined) return;
    await tellAccount(repositories, dependencies, 'revoked', sender, receiver.id);
  }

  return {
    async list(limit: number): Promise<DispatchOverview[]> {
      return await database.dispatches.list({ limit });
    },

    async get(id: string): Promise<DispatchOverview> {
      return await getDispatch(database, id as DispatchId);
    },

    /** Ends a dispatch for everyone: links end; files, and uploads to it, become unreadable at once. */
    async revoke(actor: Actor, id: DispatchId): Promise<void> {
      await change(actor, id, 'dispatch.revoked', async (repositories, overview) => {
        const { receivers } = overview;
        const at = clock.now();
        await tellSender(repositories, overview, receivers[0]);
        await repositories.dispatches.end(id, at);
        return {
          files: await repositories.files.shredDispatch(id, at),
          uploads: await repositories.uploads.shredFor(
            receivers.map(({ id: receiverId }) => receiverId),
            at,
          ),
        };
      });
    },

    /** Ends it for one receiver; the others are not affected. */
    async revokeReceiver(actor: Actor, id: DispatchId, email: string): Promise<void> {
      await change(actor, id, 'dispatch.receiver_revoked', async (repositories, overview) => {
        refuseLinkless(overview);
        const receiver = getReceiver(overview, email);
        await repositories.dispatches.setLink(receiver.id, undefined);
        await tellSender(repositories, overview, receiver);
        const uploads = await repositories.uploads.shredFor([receiver.id], clock.now());
        return { receiver: receiver.email, uploads };
      });
    },

    /**
     * Extends or shortens a live dispatch. Its files keep their keys: those that outlive the day of their
     * bucket are rewrapped before the bucket's key is destroyed.
     */
    async extend(actor: Actor, id: DispatchId, expiresAt: Instant): Promise<void> {
      await change(actor, id, 'dispatch.extended', async ({ dispatches }, { dispatch }) => {
        const lifetimeMs = expiresAt - dispatch.createdAt;
        if (!(expiresAt > clock.now() && lifetimeMs <= dependencies.maxLifetimeMs)) {
          throw invalid([
            { field: 'expiry', problem: 'must be in the future, within the longest life allowed.' },
          ]);
        }
        const unit = dispatch.ttlUnit ?? dependencies.ttlUnit;
        await dispatches.extend(id, expiresAt, ttlIn(unit, lifetimeMs));
        return { expiresAt };
      });
    },

    /**
     * Mails a new link to one receiver, or to all whose link was not revoked; the old one ends. Sent to one
     * receiver by name, it undoes that receiver's revocation.
     */
    async resend(actor: Actor, id: DispatchId, email?: string): Promise<void> {
      await change(actor, id, 'dispatch.resent', async ({ dispatches, outbox }, overview) => {
        refuseLinkless(overview);
        const receivers =
          email === undefined ? getLinked(overview) : [getReceiver(overview, email)];
        for (const receiver of receivers) {
          const generation = receiver.linkGeneration + 1;
          const hash = hasher.hash(linkSecret(receiver.id, generation));
          await dispatches.setLink(receiver.id, { hash, generation });
        }
        await outbox.add(
          receivers.map((receiver) => ({
            id: newId(randomness),
            kind: overview.dispatch.kind === 'drop' ? ('download' as const) : ('upload' as const),
            to: receiver.email,
            accountId: overview.dispatch.accountId,
            receiverId: receiver.id,
            createdAt: clock.now(),
          })),
        );
        return { receivers: receivers.length };
      });
    },
  };
}

async function getDispatch(
  { dispatches }: Pick<Repositories, 'dispatches'>,
  id: DispatchId,
): Promise<DispatchOverview> {
  const overview = idPattern.test(id) ? await dispatches.find(id) : undefined;
  if (overview === undefined) {
    throw new ValiseError('unknown_dispatch', `There is no drop or grant ${id}.`);
  }
  return overview;
}

function refuseEnded({ endedAt, dispatch }: DispatchOverview, now: Instant): void {
  if (endedAt === undefined && dispatch.expiresAt > now) return;
  throw new ValiseError('dispatch_ended', 'It has ended already, and what has ended stays so.');
}

/** A return is in the account's inbox, and has no link that could end or be sent. */
function refuseLinkless({ dispatch }: DispatchOverview): void {
  if (dispatch.kind !== 'return') return;
  throw invalid([
    { field: 'id', problem: 'what was sent back has no link; revoke it as a whole.' },
  ]);
}

function getLinked({ receivers }: DispatchOverview): DispatchReceiver[] {
  const linked = receivers.filter(({ linkHash }) => linkHash !== undefined);
  if (linked.length > 0) return linked;
  throw invalid([{ field: 'receiver', problem: 'every link was revoked; name whom to send one.' }]);
}

function getReceiver({ receivers }: DispatchOverview, email: string): DispatchReceiver {
  const receiver = receivers.find((candidate) => candidate.email === email.toLowerCase());
  if (receiver === undefined) {
    throw invalid([{ field: 'receiver', problem: `${email} is not among its receivers.` }]);
  }
  return receiver;
}

import type { Actor } from '../model/actor.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { SecretHasher } from '../ports/secret-hasher.ts';
import type { DatabaseOf } from '../model/database.ts';

interface Dependencies {
  database: DatabaseOf<'audit' | 'dispatches' | 'suppressions'>;
  audit: AuditTrail;
  hasher: SecretHasher;
  clock: Clock;
}

/** Whose mails are refused: those of the account that sent this one, or of every account. */
export const refusalScopes = ['sender', 'all'] as const;
export type RefusalScope = (typeof refusalScopes)[number];

export type MailChoice = ReturnType<typeof createMailChoice>;

/** Lets whoever has a mail of ours refuse further ones to its address. */
export function createMailChoice({ database, audit, hasher, clock }: Dependencies) {
  return {
    /** The delivery that a token is about; undefined for a token that is none. Looking changes nothing. */
    async find(receiverId: string, token: string): Promise<Delivery | undefined> {
      if (!idPattern.test(receiverId)) return undefined;
      const id = receiverId as ReceiverId;
      const isRight = hasher.equal(Buffer.from(token), Buffer.from(noMailToken(hasher, id)));
      return isRight ? await database.dispatches.findByReceiver(id) : undefined;
    },

    /** May be asked twice. What was sent stays where it is, and its link keeps working. */
    async refuse(
      actor: Actor,
      { receiver: { email }, sender }: Delivery,
      scope: RefusalScope,
    ): Promise<void> {
      const accountId = scope === 'sender' ? sender.id : undefined;
      await database.transact(async (repositories) => {
        const { suppressions } = repositories;
        const isNew = await suppressions.add({ email, accountId, createdAt: clock.now() });
        if (!isNew) return;
        await audit.record(repositories, actor, {
          action: 'mail.unwanted',
          object: email,
          outcome: 'ok',
          details: { from: scope === 'sender' ? sender.email : 'all' },
        });
      });
    },
  };
}

/** Stands in the mail beside the link, and gives nobody the files. */
export function noMailToken(hasher: SecretHasher, receiverId: ReceiverId): string {
  return hasher.hash(`no mail ${receiverId}`).toString('base64url');
}

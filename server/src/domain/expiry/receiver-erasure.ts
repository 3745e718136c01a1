import { parseEmailAddress } from '#protocol/email-address.ts';
import type { Actor } from '../model/principal.ts';
import type { EventRows } from '../model/event.ts';
import type { DispatchControl } from '../dispatches/dispatch-control.ts';
import type { DispatchId, MailId } from '../model/ids.ts';
import { inBatches } from '../model/in-batches.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import { invalid } from '../model/valise-error.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How many receivers are changed in one transaction: others write in between. */
const batchSize = 200;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<
    'accounts' | 'contacts' | 'dispatches' | 'erasure' | 'suppressions' | EventRows
  > &
    Pick<Database, 'scrub'>;
  control: Pick<DispatchControl, 'revokeReceiver'>;
  /** Removes a captured message, if it is there. */
  removeCaptured: (id: MailId) => Promise<void>;
}

/** What was erased, and what replaces it. */
export interface Erased {
  pseudonym: string;
  contacts: number;
  receivers: number;
  returns: number;
  refusals: number;
  revoked: number;
}

export type ReceiverErasure = ReturnType<typeof createReceiverErasure>;

/** Removes the data of a person without an account. Messages that people wrote and the audit trail stay. */
export function createReceiverErasure(dependencies: Dependencies) {
  const { database, events, control, removeCaptured, randomness, clock } = dependencies;

  async function getAddress(written: string): Promise<string> {
    const email = parseEmailAddress(written);
    if (email === undefined) {
      throw invalid([{ field: 'email', problem: `"${written}" is not an e-mail address.` }]);
    }
    if ((await database.accounts.findByEmail(email)) === undefined) return email;
    throw invalid([
      { field: 'email', problem: `${email} is an account. Remove the account first.` },
    ]);
  }

  function makePseudonym(): string {
    return `erased-${randomness.bytes(4).toString('hex')}@erased.invalid`;
  }

  return {
    /** The drops and grants that the address can still open. */
    async listLive(written: string): Promise<DispatchId[]> {
      return await database.erasure.listLive(await getAddress(written), clock.now());
    },

    /**
     * Throws `invalid` while a link is alive, unless it is to be revoked. A link that is sent meanwhile
     * stays, and this throws in the end: it is safe to call again.
     */
    async erase(actor: Actor, written: string, { revokes }: { revokes: boolean }): Promise<Erased> {
      const email = await getAddress(written);
      const live = await database.erasure.listLive(email, clock.now());
      if (!revokes) refuseLive(email, live);
      for (const id of live) await control.revokeReceiver(actor, id, email);

      const erasure = { email, pseudonym: makePseudonym() };
      for (const id of await database.erasure.listCaptured(email)) await removeCaptured(id);
      const contacts = await database.transact((repositories) =>
        repositories.erasure.removeContacts(email),
      );
      const receivers = await inBatches(database, batchSize, (repositories, limit) =>
        repositories.erasure.eraseReceivers(erasure, clock.now(), limit),
      );
      const erased = await database.transact(async (repositories) => {
        const counts = {
          contacts,
          receivers,
          returns: await repositories.erasure.eraseOrigins(erasure),
          refusals: await repositories.suppressions.remove(email),
          revoked: live.length,
        };
        await repositories.erasure.eraseTraces(erasure);
        await events.tell(repositories, actor, {
          action: 'receiver.erased',
          account: undefined,
          object: erasure.pseudonym,
          details: counts,
        });
        return { pseudonym: erasure.pseudonym, ...counts };
      });
      // Overwritten data is in the journal until then; readers may delay it, and the server does it too.
      await database.scrub();
      refuseLive(email, await database.erasure.listLive(email, clock.now()));
      return erased;
    },
  };
}

function refuseLive(email: string, { length }: readonly DispatchId[]): void {
  if (length === 0) return;
  const what = length === 1 ? 'a drop or grant' : `${length} drops or grants`;
  throw invalid([
    {
      field: 'email',
      problem: `${email} can still open ${what}. Wait for the end, or say --revoke to end that for this address.`,
    },
  ]);
}

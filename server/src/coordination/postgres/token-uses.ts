import type { AccountId } from '../../domain/model/ids.ts';
import type {
  AccountTokenUse,
  TokenHolder,
  TokenUse,
  TokenUses,
} from '../../domain/ports/coordination.ts';
import type { Membership } from './membership.ts';
import { notify, unavailable } from './membership.ts';

interface UseRow {
  hash: string | null;
  expires_at: number;
  is_running: boolean;
}

const lookAgainMs = 250;
const renewTimeoutMs = 10_000;

/**
 * Uses are published now and then, so that taking those of an account is one statement for any number of
 * processes. A use of another process that is younger than a publication is not seen: it only matters
 * where an account has as many tokens as it may have, all of them used lately.
 */
export function createPostgresTokenUses(membership: Membership) {
  let holder: TokenHolder | undefined;
  /** What could not be published. */
  let unpublished: AccountTokenUse[] = [];
  let hasRunning = false;
  let renewed = 0;
  let renewing: Promise<void> | undefined;

  /** Renews the tokens of this process if that was asked for, and says so. */
  async function renewFor(renewal: number): Promise<void> {
    if (renewal <= renewed || renewing !== undefined) return;
    renewing = (async () => {
      await holder?.renewHeld();
      await membership.write(
        `with mine as (update coordination_processes set renewal = $2 where name = $1 returning name)
         select ${notify(`'renewed'`)} from mine`,
        [renewal],
      );
      renewed = renewal;
    })();
    try {
      await renewing;
    } finally {
      renewing = undefined;
    }
  }

  function renewInBackground(renewal: number): void {
    // One that fails is tried again with the next renewal of the row, until the asker gives up.
    renewFor(renewal).catch(() => undefined);
  }

  membership.onBeat(({ renewal }) => {
    renewInBackground(renewal);
  });
  membership.onNotice((notice) => {
    const [verb, renewal] = notice.split(' ');
    if (verb === 'renew') renewInBackground(Number(renewal));
  });

  const tokenUses: TokenUses = {
    register(registered) {
      holder = registered;
    },

    async take(accountId) {
      const own: TokenUse[] = holder?.takeUses(accountId) ?? [];
      const rows = await membership.ask<UseRow>(
        `, taken as (
           delete from coordination_token_uses
           where account_id = $2 and not is_running and process not in (select name from dead)
           returning hash, expires_at, is_running
         ), uses as (
           select * from taken union all
           select hash, expires_at, is_running from coordination_token_uses
           where account_id = $2 and is_running and process <> $1
             and process not in (select name from dead)
         )
         select uses.hash, uses.expires_at::float, uses.is_running, @isMember
         from (select) one left join uses on true`,
        [accountId],
      );
      const others = rows.flatMap(({ hash, expires_at: expiresAt, is_running: isRunning }) =>
        hash === null ? [] : [{ hash, expiresAt, isRunning }],
      );
      return [...own, ...others];
    },

    async renewHeld() {
      let hear: (() => void) | undefined;
      const stopListening = membership.onNotice((notice) => {
        if (notice === 'renewed') hear?.();
      });
      try {
        const [asked] = await membership.write<{ renewal: number }>(
          `with asked as (update coordination_epoch set renewal = renewal + 1 where $1::text is not null returning renewal)
           select renewal, ${notify(`'renew ' || renewal`)} from asked`,
        );
        const renewal = asked?.renewal ?? 0;
        await renewFor(renewal);
        const giveUpAt = performance.now() + renewTimeoutMs;
        while (await isMissing(renewal)) {
          if (performance.now() > giveUpAt)
            throw unavailable('A process of this server does not answer.');
          await new Promise<void>((resolve) => {
            hear = resolve;
            setTimeout(resolve, lookAgainMs).unref();
          });
        }
      } finally {
        stopListening();
      }
    },
  };

  async function isMissing(renewal: number): Promise<boolean> {
    const [row] = await membership.ask<{ is_missing: boolean }>(
      `select exists (
         select from coordination_processes p
         where p.renewal < $2 and p.name not in (select name from dead)
       ) as is_missing, @isMember`,
      [renewal],
    );
    return row?.is_missing === true;
  }

  return {
    tokenUses,

    /** Writes what other processes need to know. To be called now and then. */
    async publish(): Promise<void> {
      const uses = [...unpublished, ...(holder?.listNewUses() ?? [])];
      if (uses.length === 0 && !hasRunning) return;
      unpublished = uses.filter(({ isRunning }) => !isRunning);
      const latest = new Map<string, AccountTokenUse>();
      for (const use of uses) {
        const name = `${use.hash} ${use.isRunning}`;
        if ((latest.get(name)?.expiresAt ?? 0) <= use.expiresAt) latest.set(name, use);
      }
      const list = [...latest.values()];
      await membership.write(
        'delete from coordination_token_uses where process = $1 and is_running and not (hash = any ($2))',
        [list.filter(({ isRunning }) => isRunning).map(({ hash }) => hash)],
      );
      await membership.write(
        `insert into coordination_token_uses as u (process, hash, is_running, account_id, expires_at)
         select $1, hash, is_running, account_id, expires_at
         from unnest($2::text[], $3::boolean[], $4::text[], $5::bigint[]) each (hash, is_running, account_id, expires_at)
         on conflict (process, hash, is_running) do update set expires_at = greatest(u.expires_at, excluded.expires_at)`,
        [
          list.map(({ hash }) => hash),
          list.map(({ isRunning }) => isRunning),
          list.map(({ accountId }): AccountId => accountId),
          list.map(({ expiresAt }) => Math.round(expiresAt)),
        ],
      );
      unpublished = [];
      hasRunning = list.some(({ isRunning }) => isRunning);
    },
  };
}

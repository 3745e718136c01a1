import type { ByteReservations, TransferSlots } from '../../domain/ports/coordination.ts';
import type { ReservationClaim, SlotLimits } from '../shared-tables.ts';
import { aheadPart, createByteReservations, slotRefusals } from '../shared-tables.ts';
import type { Held, Membership } from './membership.ts';

/** A row for each transfer: one statement before it begins; its end delays nothing. */
export function createTransferSlots(membership: Membership, limits: SlotLimits): TransferSlots {
  const { perLink, perNetwork, inAll } = limits;
  const isLimited = perLink > 0 || perNetwork > 0 || inAll > 0;
  let last = 0;
  return {
    async take({ link, network }) {
      if (!isLimited) return () => undefined;
      const number = (last += 1);
      const values = [number, link, network];
      for (let tries = 0; ; tries += 1) {
        const [row] = await membership.write<{ refusal: keyof typeof slotRefusals | null }>(
          'select coordination_take_slot($1, $2, $3, $4, $5, $6, $7) as refusal',
          [...values, perLink, perNetwork, inAll],
        );
        if (row === undefined || row.refusal === null) break;
        // Dead processes may have the slots.
        const [buried] = await membership.ask<{ dead: number }>(
          'select count(*)::integer as dead, @isMember from dead',
        );
        if (tries > 0 || buried?.dead === 0) throw slotRefusals[row.refusal](limits);
      }
      const held: Held = {
        restore: (run) =>
          run(
            'insert into coordination_slots (process, number, link, network) values ($1, $2, $3, $4)',
            values,
          ),
        lose: () => true,
      };
      membership.hold(held);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        membership.letGo(held);
        void membership.remove(
          'delete from coordination_slots where process = $1 and number = $2',
          [number],
        );
      };
    },
  };
}

/** A row for each upload and limit. A claim is one statement, and claims ahead make them rare. */
export function createPostgresReservations(membership: Membership): ByteReservations {
  const open = new Map<number, { held: Held; last: Promise<unknown> }>();

  async function reserve({ id, amounts, aheadBytes }: ReservationClaim) {
    const [row] = await membership.write<{ exceeded_key: string | null; ahead_bytes: string }>(
      'select * from coordination_reserve($1, $2, $3, $4, $5, $6, $7)',
      [
        id,
        amounts.map(({ key }) => key),
        amounts.map(({ bytes }) => Math.round(bytes)),
        amounts.map(({ maxBytes }) => Math.round(Math.min(maxBytes, Number.MAX_SAFE_INTEGER))),
        Math.round(aheadBytes),
        aheadPart,
      ],
    );
    return row;
  }

  async function reserveOrBury(claim: ReservationClaim) {
    const row = await reserve(claim);
    if (row === undefined || row.exceeded_key === null) return row;
    const [buried] = await membership.ask<{ dead: number }>(
      'select count(*)::integer as dead, @isMember from dead',
    );
    return buried?.dead === 0 ? row : await reserve(claim);
  }

  return createByteReservations({
    async reserveBytes(claim) {
      const { id, amounts } = claim;
      const entry = open.get(id);
      // Calls of one reservation take effect in their order, though connections are several.
      const answer = (entry?.last ?? Promise.resolve()).then(() => reserveOrBury(claim));
      const settled = answer.catch(() => undefined);
      if (entry === undefined) {
        open.set(id, {
          held: { restore: () => Promise.resolve(), lose: () => true },
          last: settled,
        });
      } else entry.last = settled;
      const row = await answer;
      if (row !== undefined && row.exceeded_key !== null) return { exceededKey: row.exceeded_key };
      const aheadBytes = Number(row?.ahead_bytes ?? 0);
      const current = open.get(id);
      if (current !== undefined) {
        membership.letGo(current.held);
        current.held = {
          restore: (run) =>
            run(
              `insert into coordination_reservations (process, number, key, bytes)
               select $1, $2::integer, key, sum(bytes) from unnest($3::text[], $4::bigint[]) each (key, bytes) group by key`,
              [
                id,
                amounts.map(({ key }) => key),
                amounts.map(({ bytes }) => Math.round(bytes) + aheadBytes),
              ],
            ),
          lose: () => true,
        };
        membership.hold(current.held);
      }
      return { aheadBytes };
    },

    releaseBytes(id) {
      const entry = open.get(id);
      open.delete(id);
      if (entry === undefined) return;
      void entry.last.then(() => {
        membership.letGo(entry.held);
        return membership.remove(
          'delete from coordination_reservations where process = $1 and number = $2',
          [id],
        );
      });
    },
  });
}

import type { AppearanceRepository } from '../../domain/model/appearance.ts';
import { nothingChosen } from '../../domain/model/appearance.ts';
import { prepare } from './prepared-query.ts';
import type { Session } from './prepared-query.ts';
import { preparePut, prepareSelect } from './rows-by-column.ts';

/** There is one row. */
const id = 'service';

const version = prepare('appearance.version', (db, given: { id: string }) =>
  db.selectFrom('appearance').select('version').where('id', '=', given.id),
);

const find = prepareSelect('appearance.find', 'appearance', 'id');

const put = preparePut(
  'appearance.put',
  'appearance',
  ['id'],
  ['version', 'service_name', 'accent_color', 'support_address', 'logo'],
);

export function createAppearanceRepository(session: Session): AppearanceRepository {
  async function readVersion(): Promise<number> {
    return (await session.first(version, { id }))?.version ?? 0;
  }

  return {
    version: readVersion,

    async find() {
      const row = await session.first(find, { id });
      if (row === undefined) return nothingChosen;
      return {
        serviceName: row.service_name ?? undefined,
        accentColor: row.accent_color ?? undefined,
        supportAddress: row.support_address ?? undefined,
        logo: row.logo === null ? undefined : Buffer.from(row.logo),
      };
    },

    async put({ serviceName, accentColor, supportAddress, logo }) {
      await session.change(put, {
        id,
        version: (await readVersion()) + 1,
        service_name: serviceName ?? null,
        accent_color: accentColor ?? null,
        support_address: supportAddress ?? null,
        logo: logo ?? null,
      });
    },
  };
}

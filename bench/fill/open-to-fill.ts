import { join } from 'node:path';
import { openInstallation } from '../../server/src/compose/installation.ts';
import { loadConfig } from '../../server/src/config/load-config.ts';
import type { DurableBucket } from '../../server/src/domain/model/key-ring.ts';
import { expiryBucket } from '../../server/src/domain/model/key-ring.ts';
import type { Instant } from '../../server/src/domain/model/clock.ts';
import { systemClock, systemRandomness } from '../../server/src/platform/system.ts';
import { storeSettingsOf } from '../../server/src/stores/store-settings.ts';

/** Opens a data folder that no server has open, with the stores that its settings name. */
export async function openToFill(dataDir: string) {
  const { config } = await loadConfig({
    dataDir,
    args: [],
    env: {},
    cwd: process.cwd(),
    readStandardInput: () => Promise.reject(new Error('No setting is read from standard input')),
  });
  const stores = storeSettingsOf(config, dataDir);
  const open = () =>
    openInstallation(
      {
        stores,
        keyDir: join(dataDir, 'keys'),
        clock: systemClock,
        randomness: systemRandomness,
      },
      { create: false },
    );
  const installation = await open();
  return {
    stores,
    installation,
    /** For a second time, after the first was closed. */
    reopen: open,

    /** The keys of the days on which something expires. A transaction that is open would block them. */
    bucketsOf: async (
      expiries: readonly Instant[],
    ): Promise<(expiresAt: Instant) => DurableBucket> => {
      const buckets = new Map<string, DurableBucket>();
      for (const name of new Set(expiries.map(expiryBucket))) {
        buckets.set(name, await installation.keys.keyRing.ensure(name));
      }
      return (expiresAt) => {
        const bucket = buckets.get(expiryBucket(expiresAt));
        if (bucket === undefined) throw new Error('A day has no key');
        return bucket;
      };
    },
  };
}

import { existsSync } from 'node:fs';
import type { Config } from '../../config/settings.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Installation } from '../../installation.ts';
import { dataPaths, openInstallation } from '../../installation.ts';
import { loadBrand } from '../../load-brand.ts';
import { systemRandomness } from '../../system-randomness.ts';
import { checkAudit } from './check-audit.ts';
import { checkClock } from './check-clock.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkFreeSpace } from './check-free-space.ts';
import { checkKeys } from './check-keys.ts';
import { checkNode } from './check-node.ts';
import { checkOutbox } from './check-outbox.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkServer } from './check-server.ts';
import { checkTls } from './check-tls.ts';
import type { Finding } from './finding.ts';
import { examine, ok, problem, warning } from './finding.ts';

interface Patient {
  dataDir: string;
  config: Config;
  clock: Clock;
}

type Opening =
  { installation: Installation; error?: never } | { installation?: never; error: Error };

/** Looks at everything that an installation rests on. Mends nothing, whatever it finds. */
export async function examineInstallation(patient: Patient): Promise<Finding[]> {
  const { dataDir, config, clock } = patient;
  const now = clock.now();
  return [
    await examine('node', () => checkNode(process.versions.node)),
    ...(existsSync(dataPaths(dataDir).database)
      ? await examineData(patient)
      : [
          await examine('data', () => explainMissing(dataDir)),
          await examine('clock', () => checkClock(now, undefined)),
        ]),
    await examine('address', () => checkPublicUrl(config)),
    await examine('tls', () => checkTls(config, now)),
    await examine('brand', async () => {
      await loadBrand(config);
      return ok('The logo and the texts of pages and mails can be used.');
    }),
  ];
}

function explainMissing(dataDir: string) {
  return problem(
    `There is no Valise data in ${dataDir}.`,
    'Name the folder with --data, or make one with "valise serve" or "valise account add".',
  );
}

async function examineData({ dataDir, config, clock }: Patient): Promise<Finding[]> {
  const opening = await tryToOpen({ dataDir, config, clock });
  try {
    return [
      await examine('data', () => checkDataFolder(dataDir, process.getuid?.() ?? 0)),
      await examine('keys', () => checkKeys(config.keyDir, opening.error)),
      await examine('database', () => checkDatabase(dataDir, opening.error)),
      ...(await examineContent(opening, clock)),
      await examine('space', () => checkFreeSpace(dataDir, config.minFreeSpace)),
      await examine('server', () => checkServer(dataPaths(dataDir).serverLock)),
    ];
  } finally {
    await opening.installation?.close();
  }
}

async function tryToOpen({ dataDir, config, clock }: Patient): Promise<Opening> {
  const place = { dataDir, keyDir: config.keyDir, clock, randomness: systemRandomness };
  try {
    return { installation: await openInstallation(place, { create: false }) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

async function examineContent({ installation }: Opening, clock: Clock): Promise<Finding[]> {
  if (installation === undefined) {
    const unseen = warning(
      'Not checked, because the data cannot be opened.',
      'Mend that first, then look again.',
    );
    return [
      ...['files', 'audit', 'outbox'].map((check) => ({ check, ...unseen })),
      await examine('clock', () => checkClock(clock.now(), undefined)),
    ];
  }
  const { store, blobs } = installation;
  return [
    await examine('files', async () => {
      await blobs.check();
      return ok('Files can be stored.');
    }),
    await examine('audit', () => checkAudit(installation)),
    await examine('clock', async () => {
      const [newest] = await store.audit.listNewest(1);
      return checkClock(clock.now(), newest?.at);
    }),
    await examine('outbox', () => checkOutbox(installation)),
  ];
}

import type { Config } from '../../config/settings.ts';
import type { Clock, Instant } from '../../domain/model/clock.ts';
import type { Inspection } from '../../inspection/open-for-inspection.ts';
import { openForInspection } from '../../inspection/open-for-inspection.ts';
import { dataPaths } from '../../compose/installation.ts';
import { keyPlaceOf } from '../../compose/key-place.ts';
import { loadBrand } from '../../brand/load-brand.ts';
import { refuseOtherStores } from '../../compose/stores-file.ts';
import type { Stores } from '../../stores/registry.ts';
import type { StoreSettings } from '../../stores/store-settings.ts';
import { getStores } from '../../stores/registry.ts';
import { isServerRunning } from '../../locks/server-lock.ts';
import {
  checkPublicUrl,
  checkTls,
  checkMailServer,
  checkServer,
  checkSmsGateway,
} from './check-network.ts';
import {
  checkAudit,
  checkFiles,
  checkJournal,
  checkKeyring,
  checkOutbox,
} from './check-content.ts';
import { checkDataFolder, checkDatabase, checkKeys } from './check-data.ts';
import {
  checkLifetimes,
  checkCipher,
  checkClock,
  checkFreeSpace,
  checkNode,
} from './check-machine.ts';
import type { TimeMarks } from './check-machine.ts';
import type { Check, Finding } from './finding.ts';
import { examine, ok, problem, warning } from './finding.ts';

interface DoctorContext {
  /** With the data folder. */
  stores: StoreSettings;
  config: Config;
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  /** Contacts no other machine, and no server. */
  isOffline: boolean;
}

type OpenAttempt = { inspection: Inspection; error?: never } | { inspection?: never; error: Error };

/**
 * Checks everything that an installation depends on. Repairs nothing and creates nothing, whatever it
 * finds. `meanwhile` may check more while the data is open.
 */
export async function examineInstallation(
  context: DoctorContext,
  meanwhile: (inspection: Inspection) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { config, clock } = context;
  const stores = getStores(context.stores);
  return [
    ...(await examine([
      {
        name: 'node',
        look: () => checkNode(process.versions.node),
        remedy: 'Run "npm run setup".',
      },
      {
        name: 'cipher',
        look: () => checkCipher(),
        remedy:
          'Files of a megabyte and more cannot be stored or fetched. Look for what keeps threads from starting: limits of memory and of system calls.',
      },
    ])),
    ...((await mayHaveData(stores))
      ? await examineData(context, meanwhile)
      : await examine([
          {
            name: 'data',
            look: () => explainMissing(stores),
            remedy: 'Use the settings of the server, or name the folder with --data.',
          },
          clockCheck({ now: clock.now() }),
        ])),
    ...(await examine(surroundingChecks(config, clock.now()))),
    ...(context.isOffline ? [] : await examine(networkChecks(config))),
  ];
}

/** Where that cannot be found out, opening the data says why. */
async function mayHaveData({ database, location }: Stores): Promise<boolean> {
  try {
    return (await database.findState(location)) !== 'missing';
  } catch {
    return true;
  }
}

async function explainMissing(stores: Stores) {
  await refuseOtherStores(stores);
  return problem(
    `There is no Valise data in ${stores.location.dataDir}.`,
    'Name the folder with --data, or make one with "valise serve" or "valise account add".',
  );
}

function surroundingChecks(config: Config, now: Instant): Check[] {
  return [
    { name: 'address', look: () => checkPublicUrl(config), remedy: 'Mend publicUrl.' },
    {
      name: 'tls',
      look: () => checkTls(config, now),
      remedy: 'Name a certificate and its key, both PEM, in tlsCertFile and tlsKeyFile.',
    },
    {
      name: 'brand',
      async look() {
        await loadBrand(config);
        return ok('The logo and the texts of pages and mails can be used.');
      },
      remedy: 'Mend logoFile and textsDir, or leave them out: the server does not start before.',
    },
  ];
}

function networkChecks(config: Config): Check[] {
  return [
    { name: 'mail', look: () => checkMailServer(config), remedy: 'Mend the settings of smtp….' },
    { name: 'sms', look: () => checkSmsGateway(config), remedy: 'Mend smsGatewayUrl.' },
  ];
}

function clockCheck(marks: TimeMarks): Check {
  return { name: 'clock', look: () => checkClock(marks), remedy: 'Set the clock right.' };
}

async function examineData(
  context: DoctorContext,
  meanwhile: (inspection: Inspection) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { config, env, clock, isOffline } = context;
  const { minFreeSpace } = config;
  const stores = getStores(context.stores);
  const { dataDir } = stores.location;
  const place = { stores: context.stores, ...keyPlaceOf(config, env) };
  const opening = await tryToOpen({ ...place, clock });
  const { serverLock } = dataPaths(dataDir);
  const parts: Check[] = [
    {
      name: 'data',
      look: () => checkDataFolder(dataDir, process.getuid?.() ?? 0),
      remedy: 'Run valise as the owner of the folder.',
    },
    {
      name: 'keys',
      look: () => checkKeys(place, opening),
      remedy: mendKeys[place.rootKey.kind],
    },
    {
      name: 'database',
      look: () => checkDatabase(stores, opening.error),
      remedy: 'Restore the data folder from a backup.',
    },
  ];
  const surroundings: Check[] = [
    {
      name: 'space',
      look: () => checkFreeSpace(dataDir, minFreeSpace),
      remedy: 'Look at the disk of the data folder.',
    },
    {
      name: 'server',
      look: () => checkServer(serverLock, config, isOffline),
      remedy: 'Look at who may read server.lock in the data folder.',
    },
  ];
  try {
    return [
      ...(await examine(parts)),
      ...(opening.inspection === undefined
        ? await examineUnopened(context)
        : await examineContent(context, opening.inspection)),
      ...(opening.inspection === undefined ? [] : await meanwhile(opening.inspection)),
      ...(await examine(surroundings)),
    ];
  } finally {
    await opening.inspection?.close();
  }
}

const mendKeys = {
  file: 'Put the keys back from their safekeeping copy, private to the server’s user.',
  command:
    'Run keyCommand by hand, as the server’s user. The keyring comes back from its safekeeping copy.',
  credential:
    'Look at LoadCredential= in the unit, and run this command with the same credential. The keyring comes back from its safekeeping copy.',
} as const;

async function tryToOpen(place: Parameters<typeof openForInspection>[0]): Promise<OpenAttempt> {
  try {
    return { inspection: await openForInspection(place) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

async function examineUnopened({ stores, clock }: DoctorContext): Promise<Finding[]> {
  const unseen = warning(
    'Not checked, because the data cannot be opened.',
    'Mend that first, then look again.',
  );
  const { database, location } = getStores(stores);
  const newestChangeAt = database.inspection.findNewestChange(location);
  return [
    ...['files', 'keyring', 'journal', 'audit', 'outbox', 'lifetimes'].map((check) => ({
      check,
      ...unseen,
    })),
    ...(await examine([clockCheck({ now: clock.now(), newestChangeAt })])),
  ];
}

async function examineContent(
  { stores: settings, clock }: DoctorContext,
  inspection: Inspection,
): Promise<Finding[]> {
  const { database } = inspection;
  const stores = getStores(settings);
  const { location } = stores;
  const { serverLock } = dataPaths(location.dataDir);
  const restore = 'Restore the data folder from a backup.';
  async function findMarks(): Promise<TimeMarks> {
    const [newest] = await database.audit.listNewest(1);
    return {
      now: clock.now(),
      newestRecordAt: newest?.at,
      lastSeenAt: await inspection.findLastSeen(),
      newestChangeAt: stores.database.inspection.findNewestChange(location),
    };
  }
  return await examine([
    {
      name: 'files',
      look: () => checkFiles(inspection, stores),
      remedy: 'Let the server’s user write the folder of files, and look at its disk.',
    },
    { name: 'keyring', look: () => checkKeyring(inspection), remedy: restore },
    {
      name: 'journal',
      look: () =>
        checkJournal(inspection, { stores, isServerRunning: isServerRunning(serverLock) }),
      remedy: restore,
    },
    { name: 'audit', look: () => checkAudit(inspection), remedy: restore },
    {
      name: 'clock',
      look: async () => checkClock(await findMarks()),
      remedy: 'Set the clock right.',
    },
    { name: 'outbox', look: () => checkOutbox(inspection, clock), remedy: restore },
    { name: 'lifetimes', look: () => checkLifetimes(database, clock), remedy: restore },
  ]);
}

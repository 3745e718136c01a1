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
  checkRows,
} from './check-content.ts';
import { checkAppearance } from './check-appearance.ts';
import { checkDataFolder, checkDatabase, checkKeys } from './check-data.ts';
import {
  checkLifetimes,
  checkCipher,
  checkClock,
  checkFreeSpace,
  checkNode,
} from './check-machine.ts';
import type { TimeMarks } from './check-machine.ts';
import { checkApiKeys, checkPasskeys, checkProviders } from './check-sign-in.ts';
import type { Check, Finding, Verdict } from './finding.ts';
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
    ...(context.isOffline && stores.location.databaseUrl !== undefined
      ? await examineWithoutDatabase(context)
      : (await mayHaveData(stores))
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
        const { warnings } = await loadBrand(config);
        if (warnings.length === 0) {
          return ok('The logo and the texts of pages and mails can be used.');
        }
        return warning(
          warnings.map(({ field, problem }) => `${field}: ${problem}`).join(' '),
          'Take them out of the files in textsDir. docs/texts.md lists the texts that there are.',
        );
      },
      remedy: 'Mend logoFile and textsDir, or leave them out: the server does not start before.',
    },
  ];
}

function networkChecks(config: Config): Check[] {
  return [
    { name: 'mail', look: () => checkMailServer(config), remedy: 'Mend the settings of smtp….' },
    { name: 'sms', look: () => checkSmsGateway(config), remedy: 'Mend smsGatewayUrl.' },
    {
      name: 'providers',
      look: () => checkProviders(config),
      remedy: 'Mend oidcFile, or leave it out: the server does not start before.',
    },
  ];
}

function sandboxCheck(now: Instant): Check {
  return {
    name: 'sandbox',
    look: () =>
      warning(
        `This is a sandbox, where it is ${new Date(now).toISOString()}: its accounts move its clock and read all mails, and none is sent.`,
        'Use it for tests only. Real files belong in another folder, which "valise serve" makes.',
      ),
    remedy: 'Make a new sandbox.',
  };
}

function clockCheck(marks: TimeMarks): Check {
  return { name: 'clock', look: () => checkClock(marks), remedy: 'Set the clock right.' };
}

async function examineData(
  context: DoctorContext,
  meanwhile: (inspection: Inspection) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { config, env, clock } = context;
  const stores = getStores(context.stores);
  const { dataDir } = stores.location;
  const place = { stores: context.stores, ...keyPlaceOf(config, env) };
  const opening = await tryToOpen({ ...place, clock });
  const parts: Check[] = [
    dataFolderCheck(dataDir),
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
  try {
    return [
      ...(await examine(parts)),
      ...(opening.inspection === undefined
        ? await examineUnopened(context)
        : await examineContent(
            { ...context, clock: opening.inspection.clock },
            opening.inspection,
          )),
      ...(opening.inspection === undefined ? [] : await meanwhile(opening.inspection)),
      ...(await examine(folderChecks(context))),
    ];
  } finally {
    await opening.inspection?.close();
  }
}

function dataFolderCheck(dataDir: string): Check {
  return {
    name: 'data',
    look: () => checkDataFolder(dataDir, process.getuid?.() ?? 0),
    remedy: 'Run valise as the owner of the folder.',
  };
}

function folderChecks({ stores, config, isOffline }: DoctorContext): Check[] {
  const { dataDir } = stores.location;
  const { serverLock } = dataPaths(dataDir);
  return [
    {
      name: 'space',
      look: () => checkFreeSpace(dataDir, config.minFreeSpace),
      remedy: 'Look at the disk of the data folder.',
    },
    {
      name: 'server',
      look: () => checkServer(serverLock, config, isOffline),
      remedy: 'Look at who may read server.lock in the data folder.',
    },
  ];
}

const needData = [
  'files',
  'rows',
  'keyring',
  'journal',
  'audit',
  'outbox',
  'lifetimes',
  'passkeys',
  'api-keys',
  'appearance',
];
/** Those that read or list stored files. */
const needFiles = ['files', 'keyring', 'journal'];

/** What is said of a part that is behind a server that must not be asked. */
function unasked(setting: 'databaseUrl' | 'blobUrl'): Verdict {
  return warning(
    `Not checked, because ${setting} names a server, and --offline asks none.`,
    'Run it once more without --offline.',
  );
}

/** For `--offline` where the database is behind a server: nearly everything needs it. */
async function examineWithoutDatabase(context: DoctorContext): Promise<Finding[]> {
  return [
    ...(await examine([dataFolderCheck(context.stores.location.dataDir)])),
    ...['keys', 'database', ...needData].map((check) => ({ check, ...unasked('databaseUrl') })),
    ...(await examine([clockCheck({ now: context.clock.now() }), ...folderChecks(context)])),
  ];
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
    ...needData.map((check) => ({ check, ...unseen })),
    ...(await examine([clockCheck({ now: clock.now(), newestChangeAt })])),
  ];
}

async function examineContent(
  { stores: settings, config, clock, isOffline }: DoctorContext,
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
  const checks: Check[] = [
    ...(inspection.isSandbox ? [sandboxCheck(clock.now())] : []),
    {
      name: 'files',
      look: () => checkFiles(inspection, stores),
      remedy: 'Let the server’s user write the folder of files, and look at its disk.',
    },
    { name: 'rows', look: () => checkRows(database), remedy: restore },
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
    { name: 'passkeys', look: () => checkPasskeys(database, config), remedy: restore },
    { name: 'api-keys', look: () => checkApiKeys(database, clock), remedy: restore },
    { name: 'appearance', look: () => checkAppearance(database, config), remedy: restore },
  ];
  const mayAskStore = !isOffline || location.blobUrl === undefined;
  return await examine(
    checks.map((check) =>
      mayAskStore || !needFiles.includes(check.name)
        ? check
        : { ...check, look: () => unasked('blobUrl') },
    ),
  );
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import pino from 'pino';
import { loadBrand } from '../brand/load-brand.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import { slotLimitsOf } from '../config/worker-config.ts';
import { createSingleProcessCoordination } from '../coordination/process-coordination.ts';
import type { Clock } from '../domain/model/clock.ts';
import { soundServer } from '../health/readiness.ts';
import { checkAnswers } from '../http/routing/check-answers-fixture.ts';
import { systemClock, systemRandomness } from '../platform/system.ts';
import type { StoreSettings } from '../stores/store-settings.ts';
import { testStores } from '../testing/test-database-fixture.ts';
import { composeApp } from './app.ts';
import type { Installation } from './installation.ts';
import type { WantedKind } from './sandbox-marks.ts';
import { markNewFolder } from './sandbox-marks.ts';
import { openInstallation } from './installation.ts';
import { newInstallation } from './new-installation-fixture.ts';

/** The settings of a data folder without a file of settings. */
export async function loadTestConfig(dataDir: string, args: readonly string[] = []) {
  const { config } = await loadConfig({
    dataDir,
    args: ['--min-free-space', '0', ...args],
    env: {},
    cwd: dataDir,
    readStandardInput: () => Promise.resolve(''),
  });
  return config;
}

/** The app of an open installation. A request fails whose answer is not what its operation declares. */
export async function composeTestApp(
  installation: Installation,
  config: Config,
  {
    log = pino({ level: 'silent' }),
    clock = systemClock,
    coordination = createSingleProcessCoordination(clock, slotLimitsOf(config)),
  }: {
    log?: Logger;
    clock?: Clock;
    coordination?: ReturnType<typeof createSingleProcessCoordination>;
  } = {},
): Promise<FastifyInstance> {
  const app = await composeApp(installation, config, {
    log,
    tls: undefined,
    brand: await loadBrand(config),
    coordination,
    askServer: () => Promise.resolve(soundServer),
  });
  checkAnswers(app);
  return app;
}

interface Options {
  /** Of the command line. */
  args?: readonly string[];
  clock?: Clock;
  log?: Logger;
  /** Left out: those of the run of tests. */
  stores?: (dataDir: string) => StoreSettings | Promise<StoreSettings>;
  /** Fills the data folder before it is opened. */
  fill?: (dataDir: string) => Promise<void>;
  opening?: { create: boolean; migrates?: boolean; kind?: WantedKind };
  /** What the app is composed of, in place of the installation itself. */
  wrap?: (installation: Installation) => Installation;
}

/** A new data folder and the app of a whole server on it, until the end of the test. */
export async function openTestApp(
  context: { after(close: () => Promise<void>): unknown },
  {
    args,
    clock = systemClock,
    log,
    stores = testStores,
    fill,
    opening = { create: true },
    wrap = (installation) => installation,
  }: Options = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'valise-app-'));
  const opened: { close(): Promise<unknown> }[] = [];
  context.after(async () => {
    for (const each of opened.reverse()) await each.close();
    await rm(dataDir, { recursive: true });
  });
  await fill?.(dataDir);
  if (opening.kind === 'sandbox') await markNewFolder(dataDir);
  const config = await loadTestConfig(dataDir, args);
  const isUsual =
    stores === testStores &&
    fill === undefined &&
    opening.create &&
    opening.kind === undefined &&
    config.keyDir === join(dataDir, 'keys');
  const place = {
    stores: await (isUsual ? newInstallation : stores)(dataDir),
    keyDir: config.keyDir,
  };
  const world = { clock, randomness: systemRandomness };
  const installation = await openInstallation({ ...place, ...world }, opening);
  opened.push(installation);
  const coordination = createSingleProcessCoordination(clock, slotLimitsOf(config));
  const app = await composeTestApp(wrap(installation), config, {
    coordination,
    ...(log && { log }),
  });
  opened.push(app);
  return { app, installation, config, coordination, dataDir };
}

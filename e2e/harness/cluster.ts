import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { openCephBucket } from '../../server/src/testing/ceph-bucket.ts';
import { missingCeph, newCephLocation } from '../../server/src/testing/ceph-server.ts';
import type { CephLocation } from '../../server/src/testing/ceph-server.ts';
import type { PostgresDatabase } from '../../server/src/testing/postgres-server.ts';
import { ownAddress } from '../../server/src/testing/own-address.ts';
import { missingPostgres } from '../../server/src/testing/postgres-server.ts';
import { createTestDatabase } from '../../server/src/testing/test-database-fixture.ts';
import type { Balancer } from './balancer.ts';
import { missingBalancer, startBalancer } from './balancer.ts';
import { useBucket, useDatabase } from './folder-settings.ts';
import { openFilesBelow } from './open-files.ts';
import type { RunningServer, ServerOptions } from './server-process.ts';
import { ServerProcess } from './server-process.ts';
import { keepFilesElsewhere } from './stored-files.ts';

/** Why tests cannot start a cluster, for the option `skip` of a test; false where they can. */
export const missingForCluster = missingPostgres || missingCeph || missingBalancer;

export interface ClusterOptions extends ServerOptions {
  /** Left out, the harness makes one on the PostgreSQL server of the run. */
  database?: PostgresDatabase;
  /** Left out, a new prefix in the bucket of the run. */
  blobs?: CephLocation;
}

const nodeCount = 3;
let clustersStarted = 0;

/** Starts three nodes of a new installation behind a balancer. They end with the test or file that asked. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  if (missingForCluster !== false) throw new Error(missingForCluster);
  if (options.dataDir !== undefined)
    throw new Error('The nodes of a cluster have new data folders');
  const home = await mkdtemp(join(tmpdir(), 'valise-cluster-'));
  const database = options.database ?? (await createTestDatabase());
  if (database === undefined) throw new Error('A cluster needs TEST_SERVERS=cluster or a database');
  const blobs = options.blobs ?? (await newCephLocation());
  const cluster = new Cluster(home, await prepareNodes(home, database, blobs, options));
  after(() => cluster.vanish());
  keepFilesElsewhere(cluster.dataDir, {
    ...openCephBucket(blobs),
    findIncoming: () => cluster.findSpooledFiles(),
  });
  try {
    await cluster.start();
  } catch (error) {
    // A file that fails while it is loaded runs no hooks.
    await cluster.vanish();
    throw error;
  }
  return cluster;
}

async function prepareNodes(
  home: string,
  database: PostgresDatabase,
  blobs: CephLocation,
  { settings = [], ...options }: ServerOptions,
): Promise<ServerProcess[]> {
  const host = ownAddress();
  const firstPort = 8080 + 10 * clustersStarted;
  clustersStarted += 1;
  const rootKey = `${randomBytes(32).toString('hex')}\n`;
  const folders = Array.from({ length: nodeCount }, (_, at) => join(home, `node${at + 1}`));
  const mails = join(home, 'mail');
  await mkdir(mails, { mode: 0o700 });
  for (const dataDir of folders) {
    await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, 'keys', 'root.key'), rootKey, { mode: 0o600 });
    // Captured mail is kept by the node that delivered it; commands look in the folder of the first.
    await symlink(mails, join(dataDir, 'mail'));
    await useDatabase(dataDir, database);
    await useBucket(dataDir, blobs);
  }
  return folders.map((dataDir, at) => {
    const place = ['--host', host, '--port', String(firstPort + at + 1)];
    const fixed = [...place, '--workers', '1', '--trusted-proxies', '127.0.0.1'];
    return new ServerProcess(dataDir, { ...options, settings: [...fixed, ...settings] });
  });
}

export class Cluster implements RunningServer {
  readonly nodes: readonly ServerProcess[];
  readonly #home: string;
  #balancer: Balancer | undefined;

  constructor(home: string, nodes: readonly ServerProcess[]) {
    this.#home = home;
    this.nodes = nodes;
  }

  get #first(): ServerProcess {
    const [first] = this.nodes;
    if (first === undefined) throw new Error('A cluster has nodes');
    return first;
  }

  get dataDir(): string {
    return this.#first.dataDir;
  }

  get url(): string {
    if (this.#balancer === undefined) throw new Error('The cluster was not started');
    return this.#balancer.url;
  }

  get ownUrl(): string {
    return this.#first.url;
  }

  get pid(): number {
    throw new Error('A cluster has several processes: see `pids`');
  }

  get pids(): readonly number[] {
    return this.nodes.map(({ pid }) => pid);
  }

  logs(): string {
    return this.nodes.map((node) => node.logs()).join('');
  }

  /** All nodes start at the same time, also those of a new installation. */
  async start(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.start()));
    this.#balancer ??= await this.#startBalancer();
    await this.#balancer.untilReady();
  }

  async stop(): Promise<number | null> {
    const statuses = await Promise.all(this.nodes.map((node) => node.stop()));
    return statuses.find((status) => status !== 0) ?? 0;
  }

  async kill(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }

  async vanish(): Promise<void> {
    await this.#balancer?.end();
    await Promise.all(this.nodes.map((node) => node.vanish()));
    await rm(this.#home, { recursive: true, force: true });
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** What nodes have of uploads that they did not send to the bucket yet. */
  async findSpooledFiles(): Promise<string[]> {
    const found = this.nodes.map(({ pid, dataDir }) => openFilesBelow(pid, join(dataDir, 'spool')));
    return (await Promise.all(found)).flat();
  }

  async #startBalancer(): Promise<Balancer> {
    const addresses = this.nodes.map(({ url }) => new URL(url));
    const [{ hostname, port } = new URL(this.ownUrl)] = addresses;
    const listen = `${hostname}:${Number(port) - 1}`;
    const hosts = addresses.map(({ host }) => host);
    return await startBalancer(this.#home, listen, hosts);
  }
}

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  makeMailCertificate,
  startMailServer,
} from '../../server/src/delivery/mail/smtp-server-fixture.ts';
import type { CephGateway } from '../../server/src/testing/ceph-gateway.ts';
import { startCephGateway } from '../../server/src/testing/ceph-gateway.ts';
import type { PostgresDatabase, PostgresServer } from '../../server/src/testing/postgres-server.ts';
import { startPostgresServer } from '../../server/src/testing/postgres-server.ts';
import { addAccount, keyFor } from '../harness/add-account.ts';
import { Client } from '../harness/client.ts';
import type { Cluster } from '../harness/cluster.ts';
import { startCluster } from '../harness/cluster.ts';
import { eventually } from '../harness/eventually.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { ClusterLoad } from './cluster-load.ts';

interface LoadOptions {
  random: SeededRandom;
  /** After each upload in pieces. */
  uploadPauseMs: number;
  /** The checkout whose program the nodes run; left out, this one. */
  checkout?: string | undefined;
}

/** Three nodes, their engines, and clients who use them until `load.end()`. */
interface LoadedCluster {
  postgres: PostgresServer;
  database: PostgresDatabase;
  gateway: CephGateway;
  cluster: Cluster;
  /** The account that the load sends files back to. It sends nothing itself. */
  probe: Client;
  load: ClusterLoad;
  /** Resolves when the load has ended. */
  working: Promise<void>;
  /** Rejects when the load fails, with what the nodes logged. */
  failure: Promise<never>;
}

export async function startLoadedCluster(
  t: TestContext,
  { random, uploadPauseMs, checkout }: LoadOptions,
): Promise<LoadedCluster> {
  const { cluster, mails, ...engines } = await startEngines(t, checkout);
  const clients: Client[] = [];
  for (const name of ['anna', 'bert', 'probe']) {
    const email = `${name}@example.com`;
    const credentials = await addAccount(cluster.dataDir, email, keyFor(email), checkout);
    clients.push(new Client(cluster, credentials));
  }
  const [anna = assert.fail(), bert = assert.fail(), probe = assert.fail()] = clients;
  const senders = [anna, bert];
  const load = new ClusterLoad({
    ...{ server: cluster, senders, lender: probe, mails, random, uploadPauseMs },
  });
  await load.prepare();
  const working = load.run();
  t.after(() => {
    load.end();
  });
  const failure = working.then(
    () => assert.fail('the load has ended'),
    async (error: unknown) => {
      // Why a node failed stands in its log only, a moment later.
      await sleep(500);
      const lines = cluster.logs().split('\n');
      const faults = lines.filter((line) => /"level":50.*"reqId"/.test(line)).slice(-5);
      throw new Error(['the load failed; the log:', ...faults].join('\n'), { cause: error });
    },
  );
  // Whoever waits for something else waits for this too.
  failure.catch(() => undefined);
  return { ...engines, cluster, probe, load, working, failure };
}

async function startEngines(t: TestContext, checkout: string | undefined) {
  const [postgres, gateway] = await Promise.all([startPostgresServer(), startCephGateway()]);
  const database = await postgres.createDatabase();
  const certificate = await makeMailCertificate(t);
  const account = { user: 'valise', password: 'pass word' };
  const passwordFile = join(certificate.certFile, '../password');
  await writeFile(passwordFile, `${account.password}\n`, { mode: 0o600 });
  const mailServer = await startMailServer(t, certificate, { account });
  const cluster = await startCluster({
    database,
    blobs: gateway.location,
    checkout,
    settings: [
      ...['--smtp-host', '127.0.0.1', '--smtp-port', String(mailServer.port)],
      ...['--smtp-user', account.user, '--smtp-password-file', passwordFile],
      ...['--smtp-ca-file', certificate.certFile, '--mail-from', 'files@example.com'],
      // With one connection, a kill repeats one mail at most.
      ...['--smtp-connections', '1', '--grant-max-files', '100000', '--link-request-rate', '0'],
      // More than a fast machine sends in ten minutes.
      ...['--mails-per-day', '1000000'],
    ],
  });
  return { postgres, database, gateway, cluster, mails: mailServer.mails };
}

/** Resolves when every node reports that it is well. The report may be some seconds old. */
export async function untilAllWell({ nodes }: Cluster): Promise<void> {
  const reports = new Map<string, string>();
  async function ask(url: string): Promise<true | undefined> {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    const report = (await answer?.text()) ?? 'no answer';
    reports.set(url, report);
    return report.includes('"status":"ok"') ? true : undefined;
  }
  try {
    await Promise.all(nodes.map(({ url }) => eventually(url, () => ask(url))));
  } catch (error) {
    throw new Error([...reports].join('\n'), { cause: error });
  }
}

/** The time until a small file is uploaded again. Attempts overlap: one may hang in what was broken. */
export async function untilServing(probe: Client): Promise<number> {
  const brokenAt = performance.now();
  let recoveredAt: number | undefined;
  const attempts = setInterval(() => {
    void probe.upload({ 'probe.txt': 'probe' }).then(
      ({ status }) => {
        if (status === 200) recoveredAt ??= performance.now();
      },
      () => undefined,
    );
  }, 250);
  try {
    return (await eventually('the cluster serves', () => recoveredAt)) - brokenAt;
  } finally {
    clearInterval(attempts);
  }
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CephGateway } from '../../server/src/testing/ceph-gateway.ts';
import type { PostgresServer } from '../../server/src/testing/postgres-server.ts';
import type { Cluster } from '../harness/cluster.ts';
import { missingForCluster } from '../harness/cluster.ts';
import { withSeed } from '../harness/seeded-random.ts';
import { startLoadedCluster, untilAllWell, untilServing } from './loaded-cluster-fixture.ts';

/** How long the load lasts; left out, one fault of each kind happens. */
const minutes = Number(process.env['CLUSTER_MINUTES'] ?? 0);
const isLong = minutes > 0;
const recoveryMs = 10_000;
const gatewayAwayMs = isLong ? 30_000 : 4_000;
const databaseAwayMs = 2_000;
const pauseMs = isLong ? 5_000 : 1_000;
/** The store of the tests is in memory. */
const uploadPauseMs = isLong ? 1_000 : 0;

interface Fault {
  name: string;
  /** Resolves when requests must succeed again. */
  happen(): Promise<void>;
  /** What is done about it while requests succeed. */
  repair?(): Promise<void>;
}

/** Kills a node, each in turn. It starts again after a pause. */
function killsOf({ nodes }: Cluster): Fault & { count: number } {
  let killed = nodes[0];
  return {
    name: 'the kill of a node',
    count: 0,
    async happen() {
      killed = nodes[this.count % nodes.length] ?? assert.fail();
      this.count += 1;
      await killed.kill();
    },
    async repair() {
      await sleep(pauseMs);
      await killed?.start();
    },
  };
}

function restartOf(postgres: PostgresServer, mode: 'fast' | 'immediate'): Fault {
  return {
    name: `a restart of PostgreSQL (${mode})`,
    async happen() {
      await postgres.stop(mode);
      await sleep(databaseAwayMs);
      await postgres.start();
    },
  };
}

function outageOf(gateway: CephGateway): Fault {
  return {
    name: 'an outage of the gateway of Ceph',
    async happen() {
      await gateway.stop();
      await sleep(gatewayAwayMs);
      await gateway.start();
    },
  };
}

/** In a long run a node is killed again and again, and the engines fail at a quarter, a half and three quarters. */
function* plan(kill: Fault, others: readonly Fault[]): Generator<Fault> {
  if (!isLong) {
    yield* [kill, ...others.slice(0, 2)];
    return;
  }
  const startedAt = performance.now();
  const share = (): number => (performance.now() - startedAt) / (minutes * 60_000);
  for (let happened = 0; share() < 1;) {
    const next = share() > (happened + 1) / 4 ? others[happened] : undefined;
    if (next !== undefined) happened += 1;
    yield next ?? kill;
  }
}

test(
  'a cluster under load loses and doubles nothing while nodes and engines fail, and every node is well a minute later',
  { skip: missingForCluster },
  async (t) => {
    await withSeed(async (random) => {
      const { postgres, gateway, cluster, probe, load, working, failure } =
        await startLoadedCluster(t, { random, uploadPauseMs });
      const kill = killsOf(cluster);
      const others = [
        restartOf(postgres, 'immediate'),
        outageOf(gateway),
        restartOf(postgres, 'fast'),
      ];
      const recoveries = new Map<string, number[]>();
      await sleep(pauseMs);
      for (const fault of plan(kill, others)) {
        await fault.happen();
        const tookMs = Math.round(await Promise.race([untilServing(probe), failure]));
        assert.ok(tookMs < recoveryMs, `served again ${tookMs} ms after ${fault.name}`);
        recoveries.set(fault.name, [...(recoveries.get(fault.name) ?? []), tookMs]);
        await fault.repair?.();
        await Promise.race([untilAllWell(cluster), failure]);
        await Promise.race([sleep(pauseMs), failure]);
      }
      load.end();
      await working;

      const doubled = await load.countDoubledMails(recoveryMs);
      assert.ok(doubled <= kill.count, `${doubled} mails came twice after ${kill.count} kills`);
      await load.checkEverything();
      // Longer after the last fault than a report is cached.
      await untilAllWell(cluster);
      t.diagnostic(load.describe());
      t.diagnostic(`${kill.count} kills, ${doubled} mails twice`);
      for (const [name, times] of recoveries) {
        const longest = Math.max(...times);
        t.diagnostic(`${times.length} × ${name}: served again within ${longest} ms`);
      }
    });
  },
);

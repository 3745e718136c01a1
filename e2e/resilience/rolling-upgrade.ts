/**
 * Upgrades a cluster under load, node by node, from the program of a revision to this one, and takes one node back
 * meanwhile. Not part of `npm test`: a clone may lack the revision. Run it with
 * `E2E_PREVIOUS=REVISION npm run -s node -- --test e2e/resilience/rolling-upgrade.ts`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkoutOf } from '../harness/checkout-of.ts';
import { missingForCluster } from '../harness/cluster.ts';
import { withSeed } from '../harness/seeded-random.ts';
import { startLoadedCluster, untilServing } from './loaded-cluster-fixture.ts';

const { E2E_PREVIOUS: revision } = process.env;
/** How long the clients use each mixture of programs. */
const pauseMs = 10_000;

test(
  'nodes are replaced one after another under load, and nothing is lost or doubled',
  { skip: missingForCluster },
  async (t) => {
    const previous = checkoutOf(revision ?? assert.fail('E2E_PREVIOUS names no revision'));
    await withSeed(async (random) => {
      const { postgres, database, cluster, probe, load, working, failure } =
        await startLoadedCluster(t, { random, uploadPauseMs: 0, checkout: previous });
      const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = cluster.nodes;

      async function useFor(what: string): Promise<void> {
        await Promise.race([untilServing(probe), failure]);
        await Promise.race([sleep(pauseMs), failure]);
        const [row] = await postgres.runAsSuperuser(
          'select count(*)::int as steps from schema_steps',
          database.databaseUrl,
        );
        t.diagnostic(`${what}: ${String(row?.['steps'])} steps of the schema`);
      }

      await useFor('three nodes of the previous program');
      await first.exchange();
      await useFor('one node upgraded');
      // The previous program starts on the schema of this one.
      await second.kill();
      await second.start();
      await useFor('a node of the previous program restarted after a kill');
      await second.exchange();
      await useFor('two nodes upgraded');
      await first.exchange(previous);
      await useFor('one of them taken back');
      await first.exchange();
      await third.exchange();
      await useFor('all nodes upgraded');
      load.end();
      await working;

      const doubled = await load.countDoubledMails(1_000);
      assert.ok(doubled <= 1, `${doubled} mails came twice after one kill`);
      await load.checkEverything();
      t.diagnostic(load.describe());
      t.diagnostic(`${doubled} mails twice after one kill`);
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkoutOf } from '../harness/checkout-of.ts';
import { missingForCluster } from '../harness/cluster.ts';
import { withSeed } from '../harness/seeded-random.ts';
import { startLoadedCluster, untilServing } from './loaded-cluster-fixture.ts';

/**
 * `E2E_PREVIOUS=REVISION` begins with the program of that revision; left out, with this one: nodes are then restarted
 * one after another.
 */
const { E2E_PREVIOUS: revision } = process.env;
/** How long the clients use each mixture of programs. */
const pauseMs = revision === undefined ? 500 : 10_000;

test(
  'nodes are replaced one after another under load, and nothing is lost or doubled',
  { skip: missingForCluster },
  async (t) => {
    const previous = revision === undefined ? undefined : checkoutOf(revision);
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
      if (previous !== undefined) {
        // The previous program starts on the schema of this one.
        await second.kill();
        await second.start();
        await useFor('a node of the previous program restarted after a kill');
      }
      await second.exchange();
      await useFor('two nodes upgraded');
      if (previous !== undefined) {
        await first.exchange(previous);
        await useFor('one of them taken back');
        await first.exchange();
      }
      await third.exchange();
      await useFor('all nodes upgraded');
      load.end();
      await working;

      const doubled = await load.countDoubledMails(1_000);
      const kills = previous === undefined ? 0 : 1;
      assert.ok(doubled <= kills, `${doubled} mails came twice after ${kills} kills`);
      await load.checkEverything();
      t.diagnostic(load.describe());
      t.diagnostic(`${doubled} mails twice after ${kills} kills`);
    });
  },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { withSeed } from '../harness/seeded-random.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { valise } from '../harness/valise-command.ts';
import { Sender } from './sender.ts';

/** It goes on for as many lives as both need: what a slow machine gets done in one is up to it. */
const leastLives = 30;
const leastActs = 200;
const longestLifeMs = 1_000;
const timeLimitMs = 600_000;
const startLimitMs = 5_000;
/** The first sweep of a start spares what is younger than this. */
const sweepSlackMs = 2_500;

test('killed at any moment, a server keeps what it has acknowledged, and halves nothing', async (t) => {
  await withSeed(async (random) => {
    const { server, clients } = await startExchange(['anna', 'bert', 'cleo']);
    const senders = Object.values(clients).map((client) => new Sender(client, random));
    let slowestStartMs = 0;

    /** Starts again after a kill, checks all there is to check, and times the start. */
    async function revive(): Promise<void> {
      await valise('audit', 'verify', '--data', server.dataDir);
      const startedAt = performance.now();
      await server.start();
      slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt);
      await Promise.all(senders.map((sender) => sender.checkWhatIsThere()));
    }

    const countActs = (): number =>
      senders.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    const giveUpAt = performance.now() + timeLimitMs;
    let lives = 0;
    for (; lives < leastLives || countActs() < leastActs; lives += 1) {
      assert.ok(
        performance.now() < giveUpAt,
        `only ${countActs()} uploads and dispatches were acknowledged in ${lives} lives`,
      );
      let isKilled = false;
      const work = senders.map((sender) => sender.workUntilCutOff(() => isKilled));
      const cutOff = Promise.all(work);
      await Promise.race([cutOff, sleep(random.below(longestLifeMs))]);
      isKilled = true;
      await server.kill();
      await cutOff;
      await revive();
    }

    await Promise.all(senders.map((sender) => sender.checkEverything()));
    await server.kill();
    await sleep(sweepSlackMs);
    await revive();
    const expected = senders.reduce((sum, sender) => sum + sender.storedFiles(), 0);
    await eventually('only what belongs to someone is stored', async () => {
      const { whole, incoming } = await storedFiles(server.dataDir);
      return whole.length === expected && incoming.length === 0 ? true : undefined;
    });

    t.diagnostic(
      `${countActs()} acts in ${lives} lives; slowest start ${Math.round(slowestStartMs)} ms`,
    );
    assert.ok(slowestStartMs < startLimitMs, `a start took ${slowestStartMs} ms`);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../harness/eventually.ts';
import { processTree, processorMs } from '../harness/process-vitals.ts';
import { withSeed } from '../harness/seeded-random.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { valise } from '../harness/valise-command.ts';
import { LetterBatch } from './letter-batch.ts';
import { Sender } from './sender.ts';

/** In each of the two passes of whole-server tests. */
const leastLives = 15;
const leastActs = 100;
/** A life is as long as so many acts at most, and a moment more: a slow machine gets as much done. */
const mostActsOfLife = 20;
const longestMomentMs = 100;
const actsTimeoutMs = 120_000;
const startLimitMs = 5_000;
/** The first sweep of a start spares what is younger than this. */
const sweepSlackMs = 2_500;

test('killed at any moment, a server keeps what it has acknowledged, halves nothing, and sends each letter of a batch once that is run again', async (t) => {
  await withSeed(async (random) => {
    const { server, clients } = await startExchange(['anna', 'bert', 'cleo', 'ward']);
    const { ward, ...others } = clients;
    const senders = Object.values(others).map((client) => new Sender(client, random));
    const batch = new LetterBatch(ward);
    await batch.prepare();
    let mostStartMs = 0;

    /** Starts again after a kill, checks all there is to check, and measures the work of the start. */
    async function revive(): Promise<void> {
      await valise('audit', 'verify', '--data', server.dataDir);
      await server.start();
      // On the clock it may take longer: other processes of the machine may have their turn.
      const { length: processes } = await processTree(server.pid);
      mostStartMs = Math.max(mostStartMs, (await processorMs(server.pid)) / processes);
      await Promise.all(senders.map((sender) => sender.checkWhatIsThere()));
    }

    const countActs = (): number =>
      senders.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    let lives = 0;
    for (; lives < leastLives || countActs() < leastActs; lives += 1) {
      const killAfter = countActs() + random.below(mostActsOfLife);
      let isKilled = false;
      const workers = [...senders, batch];
      const cutOff = Promise.all(workers.map((each) => each.workUntilCutOff(() => isKilled)));
      const enough = eventually(
        'the server acknowledges enough',
        () => (countActs() >= killAfter ? true : undefined),
        actsTimeoutMs,
      );
      await Promise.race([cutOff, enough]);
      await sleep(random.below(longestMomentMs));
      isKilled = true;
      await server.kill();
      await cutOff;
      await revive();
    }

    await Promise.all([...senders.map((sender) => sender.checkEverything()), batch.run()]);
    await batch.check();
    assert.ok(batch.cutOff > 0, 'the batch was cut off');
    await server.kill();
    await sleep(sweepSlackMs);
    await revive();
    const expected = senders.reduce((sum, sender) => sum + sender.storedFiles(), batch.storedFiles);
    await eventually('only what belongs to someone is stored', async () => {
      const { whole, incoming } = await storedFiles(server.dataDir);
      return whole.length === expected && incoming.length === 0 ? true : undefined;
    });

    t.diagnostic(
      `${countActs()} acts in ${lives} lives, ${batch.cutOff} runs of a batch cut off; a start took up to ${Math.round(mostStartMs)} ms of work`,
    );
    assert.ok(mostStartMs < startLimitMs, `a start took ${mostStartMs} ms of work`);
  });
});

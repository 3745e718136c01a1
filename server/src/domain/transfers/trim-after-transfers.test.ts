import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { createSingleProcessCoordination } from '../../coordination/process-coordination.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { trimAfterTransfers } from './transfer-memory.ts';

const pauseMs = 1_000;
const anywhere = { link: null, network: null };

function startCounting({ mock }: TestContext, trimOnce = () => Promise.resolve()) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const seen = { trims: 0, faults: [] as unknown[] };
  const slots = trimAfterTransfers(createSingleProcessCoordination(createFakeClock()).slots, {
    trim() {
      seen.trims += 1;
      return trimOnce();
    },
    onFault(error) {
      seen.faults.push(error);
    },
    pauseMs,
  });
  return {
    seen,
    pass: (ms: number) => {
      mock.timers.tick(ms);
    },
    begin: (count: number) =>
      Promise.all(Array.from({ length: count }, () => slots.take(anywhere))),
  };
}

function end(releases: readonly (() => void)[]): void {
  for (const release of releases) release();
}

test('memory is trimmed once, some seconds after a wave of transfers has ended', async (t) => {
  const { seen, begin, pass } = startCounting(t);
  end(await begin(100));
  pass(pauseMs - 1);
  assert.equal(seen.trims, 0);
  pass(1);
  assert.equal(seen.trims, 1);
  pass(10 * pauseMs);
  assert.equal(seen.trims, 1);
  end(await begin(100));
  pass(pauseMs);
  assert.equal(seen.trims, 2, 'the next wave has its own');
});

test('transfers that go on, and few of them, cause no trim', async (t) => {
  const { seen, begin, pass } = startCounting(t);
  const lasting = await begin(60);
  for (let round = 0; round < 10; round += 1) {
    end(await begin(40));
    pass(2 * pauseMs);
  }
  assert.equal(seen.trims, 0, 'their number never falls to half');
  end(lasting);
  pass(pauseMs);
  assert.equal(seen.trims, 1);
  for (let round = 0; round < 10; round += 1) {
    end(await begin(10));
    pass(2 * pauseMs);
  }
  assert.equal(seen.trims, 1);
});

test('what is free is not given back when it is needed again already', async (t) => {
  const { seen, begin, pass } = startCounting(t);
  end(await begin(100));
  const next = await begin(90);
  pass(pauseMs);
  assert.equal(seen.trims, 0);
  end(next);
  pass(pauseMs);
  assert.equal(seen.trims, 1);
});

test('a slot that is released twice counts once', async (t) => {
  const { seen, begin, pass } = startCounting(t);
  const releases = await begin(64);
  end(releases.slice(0, 20));
  end(releases.slice(0, 20));
  pass(pauseMs);
  assert.equal(seen.trims, 0);
});

test('a trim that fails is reported, and is the last one', async (t) => {
  const fault = new Error('no such function');
  const { seen, begin, pass } = startCounting(t, () => Promise.reject(fault));
  for (let wave = 0; wave < 2; wave += 1) {
    end(await begin(100));
    pass(pauseMs);
  }
  assert.deepEqual(seen, { trims: 1, faults: [fault] });
});

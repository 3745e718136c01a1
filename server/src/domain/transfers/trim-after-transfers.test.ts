import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { createSingleProcessCoordination } from '../../coordination/process-coordination.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { trimAfterTransfers } from './transfer-memory.ts';

const pauseMs = 1_000;
const anywhere = { link: null, network: null };

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
});
afterEach(() => {
  mock.timers.reset();
});

function startCounting(trimOnce = () => Promise.resolve()) {
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
    begin: (count: number) =>
      Promise.all(Array.from({ length: count }, () => slots.take(anywhere))),
  };
}

function end(releases: readonly (() => void)[]): void {
  for (const release of releases) release();
}

test('line 8: memory is trimmed once, some seconds after a wave of transfers has ended', async () => {
  const { seen, begin } = startCounting();
  end(await begin(100));
  mock.timers.tick(pauseMs - 1);
  assert.equal(seen.trims, 0);
  mock.timers.tick(1);
  assert.equal(seen.trims, 1);
  mock.timers.tick(10 * pauseMs);
  assert.equal(seen.trims, 1);
  end(await begin(100));
  mock.timers.tick(pauseMs);
  assert.equal(seen.trims, 2, 'the next wave has its own');
});

test('line 8: transfers that go on, and few of them, cause no trim', async () => {
  const { seen, begin } = startCounting();
  const lasting = await begin(60);
  for (let round = 0; round < 10; round += 1) {
    end(await begin(40));
    mock.timers.tick(2 * pauseMs);
  }
  assert.equal(seen.trims, 0, 'their number never falls to half');
  end(lasting);
  mock.timers.tick(pauseMs);
  assert.equal(seen.trims, 1);
  for (let round = 0; round < 10; round += 1) {
    end(await begin(10));
    mock.timers.tick(2 * pauseMs);
  }
  assert.equal(seen.trims, 1);
});

test('line 8: what is free is not given back when it is needed again already', async () => {
  const { seen, begin } = startCounting();
  end(await begin(100));
  const next = await begin(90);
  mock.timers.tick(pauseMs);
  assert.equal(seen.trims, 0);
  end(next);
  mock.timers.tick(pauseMs);
  assert.equal(seen.trims, 1);
});

test('line 8: a slot that is released twice counts once', async () => {
  const { seen, begin } = startCounting();
  const releases = await begin(64);
  end(releases.slice(0, 20));
  end(releases.slice(0, 20));
  mock.timers.tick(pauseMs);
  assert.equal(seen.trims, 0);
});

test('line 8: a trim that fails is reported, and is the last one', async () => {
  const fault = new Error('no such function');
  const { seen, begin } = startCounting(() => Promise.reject(fault));
  for (let wave = 0; wave < 2; wave += 1) {
    end(await begin(100));
    mock.timers.tick(pauseMs);
  }
  assert.deepEqual(seen, { trims: 1, faults: [fault] });
});

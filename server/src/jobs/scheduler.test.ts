import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { day, hour, minute, second } from '../domain/model/clock.ts';
import type { JobLeadership } from '../domain/ports/coordination.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createClockGuard } from './clock-guard.ts';
import type { Job } from './scheduler.ts';
import { createScheduler } from './scheduler.ts';

const always = { lead: () => Promise.resolve(true) };

function makeScheduler(jobs: Job[], leadership: JobLeadership = always) {
  const clock = createFakeClock(Date.UTC(2026, 10, 15));
  const errors: object[] = [];
  const infos: object[] = [];
  const warnings: string[] = [];
  const log = {
    info: (facts: object) => infos.push(facts),
    warn: (_facts: object, text: string) => warnings.push(text),
    error: (facts: object) => errors.push(facts),
  };
  const guard = createClockGuard(clock, () => undefined, {
    lastSeen: undefined,
    longestGapMs: Infinity,
  });
  const scheduler = createScheduler({ jobs, clock, guard, leadership: () => leadership, log });
  return { clock, errors, infos, warnings, scheduler };
}

function countingJob(everyMs: number, deletes = false) {
  const job = {
    name: 'count',
    everyMs,
    deletes,
    runs: 0,
    run() {
      job.runs += 1;
      return Promise.resolve(1);
    },
  };
  return job;
}

test('what was due while the server was down is done at the first look', async () => {
  const job = countingJob(minute);
  const { scheduler } = makeScheduler([job]);
  await scheduler.runDue();
  assert.equal(job.runs, 1);
});

test('every job is due again after a start over', async () => {
  const job = countingJob(day);
  const { scheduler } = makeScheduler([job]);
  await scheduler.runDue();
  scheduler.startOver();
  await scheduler.runDue();
  assert.equal(job.runs, 2);
});

test('a job runs again when its time has passed, and not before', async () => {
  const job = countingJob(minute);
  const { scheduler, clock } = makeScheduler([job]);
  await scheduler.runDue();
  clock.advance(59 * second);
  await scheduler.runDue();
  assert.equal(job.runs, 1);
  clock.advance(second);
  await scheduler.runDue();
  assert.equal(job.runs, 2);
});

test('a job that another process leads is left to it, and taken over at the next look', async () => {
  const job = countingJob(minute);
  const others = new Set([job.name]);
  const { scheduler, clock } = makeScheduler([job], {
    lead: (name) => Promise.resolve(!others.has(name)),
  });
  await scheduler.runDue();
  assert.equal(job.runs, 0);
  others.clear();
  clock.advance(second);
  await scheduler.runDue();
  assert.equal(job.runs, 1);
});

test('a job of every node runs, whoever leads', async () => {
  const job = Object.assign(countingJob(minute), { onEveryNode: true });
  const { scheduler } = makeScheduler([job], { lead: () => Promise.resolve(false) });
  await scheduler.runDue();
  assert.equal(job.runs, 1);
});

test('a job whose leader is not known waits and has not failed, and the others run', async () => {
  const job = { ...countingJob(minute), name: 'unknown' };
  const other = Object.assign(countingJob(minute), { onEveryNode: true });
  const { scheduler, errors, warnings } = makeScheduler([job, other], {
    lead: () => Promise.reject(new Error('no')),
  });
  await scheduler.runDue();
  await scheduler.runDue();
  assert.deepEqual([job.runs, other.runs], [0, 1]);
  assert.deepEqual([errors, warnings.length], [[], 1]);
  assert.deepEqual(scheduler.failingJobs(), []);
});

test('leaders that stay unknown for more than a minute are reported, until they are known', async () => {
  let isUnknown = true;
  const { scheduler, clock, warnings } = makeScheduler([countingJob(minute)], {
    lead: () => (isUnknown ? Promise.reject(new Error('no')) : Promise.resolve(false)),
  });
  await scheduler.runDue();
  clock.advance(minute + second);
  await scheduler.runDue();
  assert.deepEqual(scheduler.failingJobs(), ['find out which process leads']);
  isUnknown = false;
  await scheduler.runDue();
  assert.deepEqual([scheduler.failingJobs(), warnings.length], [[], 1]);
});

test('what failed here is forgotten once another process leads the job', async () => {
  let isElsewhere = false;
  const job = { ...countingJob(hour), run: () => Promise.reject(new Error('no')) };
  const { scheduler, clock } = makeScheduler([job], { lead: () => Promise.resolve(!isElsewhere) });
  for (let tries = 0; tries < 2; tries += 1) {
    await scheduler.runDue();
    clock.advance(minute);
  }
  assert.deepEqual(scheduler.failingJobs(), ['count']);
  isElsewhere = true;
  await scheduler.runDue();
  assert.deepEqual(scheduler.failingJobs(), []);
});

test('a failed job is tried again within a minute, and when it works only when it is due', async () => {
  const job = countingJob(day);
  const run = job.run.bind(job);
  const failing = {
    ...job,
    run: () => (job.runs < 2 ? run().then(() => Promise.reject(new Error('no'))) : run()),
  };
  const { scheduler, clock } = makeScheduler([failing]);
  for (let tries = 0; tries < 3; tries += 1) {
    await scheduler.runDue();
    clock.advance(minute);
  }
  assert.deepEqual([job.runs, scheduler.failingJobs()], [3, []]);
  clock.advance(23 * hour);
  await scheduler.runDue();
  assert.equal(job.runs, 3);
  clock.advance(hour);
  await scheduler.runDue();
  assert.equal(job.runs, 4);
});

test('a failed job that deletes is not tried again while the time is in doubt', async () => {
  let runs = 0;
  const job = {
    ...countingJob(hour, true),
    run() {
      runs += 1;
      return Promise.reject(new Error('no'));
    },
  };
  const { scheduler, clock } = makeScheduler([job]);
  await scheduler.runDue();
  clock.jump(365 * day);
  clock.advance(minute);
  await scheduler.runDue();
  assert.equal(runs, 1);
  clock.jump(-365 * day);
  clock.advance(second);
  await scheduler.runDue();
  assert.equal(runs, 2);
});

test('a job that fails again is known to fail, until it succeeds', async () => {
  let isBroken = true;
  const job = {
    ...countingJob(second),
    run: () => (isBroken ? Promise.reject(new Error('no')) : Promise.resolve(0)),
  };
  const { scheduler, clock } = makeScheduler([job, countingJob(second)]);
  await scheduler.runDue();
  assert.deepEqual(scheduler.failingJobs(), [], 'one failure is what trying again is for');
  clock.advance(second);
  await scheduler.runDue();
  assert.deepEqual(scheduler.failingJobs(), ['count']);
  isBroken = false;
  clock.advance(second);
  await scheduler.runDue();
  assert.deepEqual(scheduler.failingJobs(), []);
});

test('a job that fails is logged, tried again, and holds nobody up', async () => {
  const failing = { ...countingJob(second), run: () => Promise.reject(new Error('no')) };
  const other = countingJob(second);
  const { scheduler, clock, errors } = makeScheduler([failing, other]);
  await scheduler.runDue();
  clock.advance(hour);
  await scheduler.runDue();
  assert.equal(errors.length, 2);
  assert.equal(other.runs, 2);
});

test('a job that fails again and again has one line an hour, with a count, and one when it works again', async () => {
  let isBroken = true;
  const fault = new Error('no');
  const run = () => (isBroken ? Promise.reject(fault) : Promise.resolve(0));
  const { scheduler, clock, errors, infos } = makeScheduler([{ ...countingJob(second), run }]);
  for (let runs = 0; runs < 100; runs += 1) {
    await scheduler.runDue();
    clock.advance(minute);
  }
  assert.deepEqual(
    errors,
    [1, 61].map((failed) => ({ job: 'count', failed, err: fault })),
  );
  isBroken = false;
  await scheduler.runDue();
  assert.deepEqual(infos, [{ job: 'count', failed: 100 }]);
});

test('while the time is in doubt nothing is deleted, and all else goes on', async () => {
  const deleting = countingJob(second, true);
  const harmless = countingJob(second);
  const { scheduler, clock } = makeScheduler([deleting, harmless]);
  await scheduler.runDue();
  clock.jump(365 * day);
  clock.advance(second);
  await scheduler.runDue();
  assert.equal(deleting.runs, 1);
  assert.equal(harmless.runs, 2);
  clock.jump(-365 * day);
  clock.advance(second);
  await scheduler.runDue();
  assert.equal(deleting.runs, 2);
});

test('stopping waits for the job that runs', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  let ended = false;
  const slow = { ...countingJob(second), run: () => promise.finally(() => (ended = true)) };
  const { scheduler } = makeScheduler([slow]);
  scheduler.start();
  const stopped = scheduler.stop();
  resolve(0);
  await stopped;
  assert.ok(ended);
});

test('a job that waits for others holds nobody up, and runs once at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const waiting = countingJob(second);
  const slow = {
    ...waiting,
    waitsForOthers: true,
    run() {
      waiting.runs += 1;
      return promise;
    },
  };
  const quick = countingJob(second);
  const { scheduler, clock } = makeScheduler([slow, quick]);
  await scheduler.runDue();
  clock.advance(second);
  await scheduler.runDue();
  assert.equal(quick.runs, 2);
  assert.equal(waiting.runs, 1);
  resolve(0);
  await scheduler.stop();
});

test('stopping tells the jobs, and waits for those that wait for others', async () => {
  let ended = false;
  const slow = {
    ...countingJob(second),
    waitsForOthers: true,
    async run(stopping: AbortSignal) {
      await once(stopping, 'abort');
      ended = true;
      return 0;
    },
  };
  const { scheduler } = makeScheduler([slow]);
  await scheduler.runDue();
  await scheduler.stop();
  assert.ok(ended);
});

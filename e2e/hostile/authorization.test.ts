import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFor } from '../harness/add-account.ts';
import { meanwhile } from '../harness/meanwhile.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { withSeed } from '../harness/seeded-random.ts';
import type { HostileHeader } from './authorization-headers.ts';
import { hostileHeaders } from './authorization-headers.ts';
import { Pipeline } from './pipeline.ts';
import { startTarget, withstands } from './target.ts';

const attempts = 100_000;
const connections = 8;
const perBatch = 50;
const ownersPatienceMs = 3_000;

const allowed = new Set([400, 401, 429, 431]);

const target = await startTarget();

test('100,000 wrong Authorization headers open no door and close none', async () => {
  await withSeed(async (random) => {
    const { owner, server } = target;
    const next = hostileHeaders(random, { email: owner.email, key: keyFor(owner.email) });
    const counter = new Map<number, number>();
    let left = attempts;
    let ownersCalls = 0;

    function request({ lines }: HostileHeader): string {
      return `GET ${owner.path()} HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`;
    }

    function count(header: HostileHeader, status: number): void {
      counter.set(status, (counter.get(status) ?? 0) + 1);
      assert.ok(allowed.has(status), `${status} for ${JSON.stringify(header.lines)}`);
    }

    async function attack(): Promise<void> {
      const pipeline = await Pipeline.open(server.url);
      while (left > 0) {
        const headers = Array.from({ length: Math.min(perBatch, left) }, next);
        left -= headers.length;
        const sound = headers.filter(({ breaksHttp }) => !breaksHttp);
        const statuses = await pipeline.send(sound.map(request));
        sound.forEach((header, index) => {
          count(header, statuses[index] ?? NaN);
        });
        for (const header of headers.filter(({ breaksHttp }) => breaksHttp)) {
          count(header, (await rawExchange(server.url, request(header))).status);
        }
      }
      pipeline.close();
    }

    async function ownerAtWork(): Promise<void> {
      const askedAt = performance.now();
      assert.equal((await owner.call('get_files')).status, 200);
      const tookMs = performance.now() - askedAt;
      assert.ok(tookMs < ownersPatienceMs, `the owner waited ${Math.round(tookMs)} ms`);
      ownersCalls += 1;
    }

    await withstands(target, async () => {
      await meanwhile(Promise.all(Array.from({ length: connections }, attack)), ownerAtWork);
    });

    const total = [...counter.values()].reduce((sum, times) => sum + times, 0);
    assert.equal(total, attempts);
    assert.ok(ownersCalls > 10, `the owner got through ${ownersCalls} times`);
    for (const status of allowed) assert.ok(counter.has(status), `nothing was answered ${status}`);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { SpanStatusCode } from '@opentelemetry/api';
import { ValiseError } from '../domain/model/valise-error.ts';
import { createTestTracer } from './tracer-fixture.ts';

test('a span is below the one that runs, across waiting and beside others', async () => {
  const { tracer, spans } = createTestTracer();
  async function request(): Promise<string> {
    const root = tracer.startRequest(undefined);
    await tracer.run(root, async () => {
      await tracer.measure('outer', {}, async () => {
        await sleep(1);
        await tracer.measure('inner', {}, () => sleep(1));
      });
    });
    root.end();
    return root.spanContext().traceId;
  }
  const traceIds = await Promise.all([request(), request()]);
  assert.notEqual(traceIds[0], traceIds[1]);
  for (const traceId of traceIds) {
    const ofTrace = spans().filter((span) => span.spanContext().traceId === traceId);
    const [inner, outer, root] = ofTrace;
    assert.deepEqual(
      ofTrace.map(({ name }) => name),
      ['inner', 'outer', 'request'],
    );
    assert.equal(inner?.parentSpanContext?.spanId, outer?.spanContext().spanId);
    assert.equal(outer?.parentSpanContext?.spanId, root?.spanContext().spanId);
  }
});

test('what nobody asked for is not traced', async () => {
  const { tracer, spans } = createTestTracer();
  assert.equal(await tracer.measure('alone', {}, () => Promise.resolve(7)), 7);
  tracer.start('alone').fail(new Error('unheard'));
  assert.deepEqual(spans(), []);
});

test('a fault is marked with its type and not with its message; a refusal is no fault', async () => {
  const { tracer, spans } = createTestTracer();
  const faults = [
    new TypeError('a secret'),
    new ValiseError('not_found', 'a secret'),
    new ValiseError('unavailable', 'a secret'),
  ];
  await tracer.run(tracer.startRequest(undefined), async () => {
    for (const fault of faults) {
      await assert.rejects(
        tracer.measure('work', {}, () => Promise.reject(fault)),
        fault,
      );
    }
  });
  assert.deepEqual(
    spans().map(({ attributes, status }) => [attributes['error.type'], status.code]),
    [
      ['TypeError', SpanStatusCode.ERROR],
      ['not_found', SpanStatusCode.UNSET],
      ['unavailable', SpanStatusCode.ERROR],
    ],
  );
  const exported = spans().map(({ attributes, status, events }) => [attributes, status, events]);
  assert.doesNotMatch(JSON.stringify(exported), /secret/);
});

test('a job that found nothing to do is not exported; one that did or failed is, with all below it', async () => {
  const { tracer, names, spans } = createTestTracer();
  async function work(done: number): Promise<number> {
    await tracer.measure('look', {}, async () => {
      await tracer.measure('look closer', {}, () => Promise.resolve());
    });
    return done;
  }
  assert.equal(await tracer.measureJob('clean', () => work(0)), 0);
  assert.deepEqual(names(), []);
  assert.equal(await tracer.measureJob('clean', () => work(2)), 2);
  assert.deepEqual(names(), ['look closer', 'look', 'job clean']);
  const traces = new Set(spans().map((span) => span.spanContext().traceId));
  assert.equal(traces.size, 1);
  await assert.rejects(
    tracer.measureJob('clean', async () => {
      await work(0);
      throw new Error('full');
    }),
  );
  assert.equal(names().length, 6);
});

test('the spans that a job holds back are limited', async () => {
  const { tracer, names } = createTestTracer();
  await tracer.measureJob('clean', () => {
    for (let each = 0; each < 1200; each += 1) tracer.start('remove').end();
    return Promise.resolve(1200);
  });
  assert.equal(names().filter((name) => name === 'remove').length, 1000);
});

test('only the first end of a span counts', () => {
  const { tracer, spans } = createTestTracer();
  tracer.run(tracer.startRequest(undefined), () => {
    const span = tracer.start('write');
    span.end();
    span.set({ late: true });
    span.fail(new Error('late'));
  });
  assert.deepEqual(
    spans().map(({ attributes }) => attributes),
    [{}],
  );
});

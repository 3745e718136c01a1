import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Command, CommandRunner } from '../domain/ports/command-runner.ts';
import { sendDraft } from '../domain/dispatches/send-draft.ts';
import { sendTray } from '../domain/dispatches/send-tray.ts';
import { commands } from '../database/runner/commands.ts';
import type { InFlightRequest } from '../http/connection/in-flight-requests.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createAppMetrics } from './app-metrics.ts';
import { labelValues, metricTable } from './metric-table.ts';

function prepare() {
  const clock = createFakeClock();
  const metrics = createAppMetrics(clock);
  function series(name: string): string[] {
    const values = metrics.snapshot().find((each) => each.name === name)?.values ?? [];
    return values
      .filter(({ metricName = name }) => metricName === name || metricName === `${name}_count`)
      .map(({ labels, value }) => `${Object.values(labels).join(' ')} ${value}`);
  }
  return { metrics, clock, series };
}

function exchange(method: string, statusCode: number): InFlightRequest {
  const request = { route: '/d/:secret', method };
  return { request, response: { statusCode }, startedAt: 0 } as unknown as InFlightRequest;
}

test('a method that no route has is counted with all others of the kind', () => {
  const { metrics, series } = prepare();
  for (const method of ['GET', 'PROPFIND', 'LINK']) {
    metrics.onRequestEnd(exchange(method, 405), 'answered');
  }
  assert.deepEqual(series(metricTable.requestDuration.name), [
    '/d/:secret GET 4xx 1',
    '/d/:secret other 4xx 2',
  ]);
});

test('requests that a limit refuses, and those of clients that went away, are told apart', () => {
  const { metrics, series } = prepare();
  metrics.onRequestEnd(exchange('GET', 429), 'answered');
  metrics.onRequestEnd(exchange('GET', 503), 'answered');
  metrics.onRequestEnd(exchange('GET', 200), 'broken off');
  assert.deepEqual(series(metricTable.refused.name), [
    '/d/:secret too_many_requests 1',
    '/d/:secret unavailable 1',
  ]);
  assert.ok(series(metricTable.requestDuration.name).includes('/d/:secret GET aborted 1'));
});

test('a transfer is counted until its slot is released, once', async () => {
  const { metrics, series } = prepare();
  const slots = metrics.watchSlots({ take: () => Promise.resolve(() => undefined) });
  const [one, other] = [
    await slots.take({ link: null, network: null }),
    await slots.take({ link: null, network: null }),
  ];
  assert.deepEqual(series(metricTable.transfers.name), [' 2']);
  one();
  one();
  assert.deepEqual(series(metricTable.transfers.name), [' 1']);
  other();
  const full = metrics.watchSlots({
    take: () => Promise.reject(new ValiseError('unavailable', '')),
  });
  await assert.rejects(full.take({ link: null, network: null }));
  assert.deepEqual(series(metricTable.transfers.name), [' 0']);
});

test('each file that turned out to be damaged is counted', () => {
  const { metrics, series } = prepare();
  assert.deepEqual(series(metricTable.damageFound.name), [' 0']);
  metrics.onDamage();
  metrics.onDamage();
  assert.deepEqual(series(metricTable.damageFound.name), [' 2']);
});

test('every command of a request is an act, which is done, refused or failed', async () => {
  const { metrics, series } = prepare();
  let fault: Error | undefined;
  const runner = metrics.watchRunner<CommandRunner>({
    run: () => (fault === undefined ? Promise.resolve() : Promise.reject(fault)) as Promise<never>,
  });
  const sends = [sendTray, sendDraft] as unknown as Command<undefined, void>[];
  for (const each of [...sends, ...(commands as Command<undefined, void>[])]) {
    await runner.run(each, undefined);
  }
  const acts = labelValues.act.map((act) => `${act} done ${act === 'send' ? 2 : 1}`);
  assert.deepEqual(series(metricTable.acts.name).sort(), acts.sort());
  for (fault of [new ValiseError('invalid', ''), new ValiseError('unavailable', ''), new Error()]) {
    await assert.rejects(runner.run(sends[0] ?? assert.fail(), undefined), fault);
  }
  const outcomes = series(metricTable.acts.name).join('\n');
  assert.match(outcomes, /refused 1\n.*failed 2/);
});

test('readiness is shown as it last was, and a scrape does not wait for it', async () => {
  const { metrics, series } = prepare();
  const report = Promise.withResolvers<{ status: 'degraded'; checks: Record<string, string> }>();
  metrics.watchReadiness(() => report.promise);
  assert.deepEqual(series(metricTable.ready.name), []);
  report.resolve({ status: 'degraded', checks: { database: 'ok', space: 'is low' } });
  await report.promise;
  assert.deepEqual(series(metricTable.ready.name), ['database 1', 'space 0']);
});

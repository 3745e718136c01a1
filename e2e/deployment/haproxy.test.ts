import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsOf, settingDefaults } from './documented.ts';
import { readDocument } from './example.ts';
import { startHaproxy } from './haproxy.ts';
import { missingProgram } from './missing-program.ts';
import { proveProxy } from './proxy-suite.ts';

proveProxy(
  'HAProxy, of whose two nodes one is down',
  startHaproxy,
  missingProgram('haproxy', '-v'),
);

test('HAProxy leaves it to the nodes to cut slow clients', () => {
  const [, timeout = ''] =
    /^ +timeout client (\w+)$/m.exec(readDocument('deploy/haproxy.cfg')) ?? [];
  const stallSeconds = secondsOf(settingDefaults.get('VALISE_STALL_TIME') ?? '');
  assert.ok(secondsOf(timeout) > 8 * stallSeconds);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findNearestName, locateData } from './config-sources.ts';

const cwd = '/srv/work';

const defaultDir = '/opt/valise/data';

test('the data folder is the default one unless something else is said', () => {
  const located = locateData({ args: ['--port', '1'], env: {}, cwd, defaultDir });
  assert.deepEqual(located, {
    dataDir: '/opt/valise/data',
    origin: 'default',
    args: ['--port', '1'],
  });
});

test('the environment names the data folder', () => {
  const located = locateData({
    args: [],
    env: { VALISE_DATA: '/var/lib/valise' },
    cwd,
    defaultDir,
  });
  assert.deepEqual(located, {
    dataDir: '/var/lib/valise',
    origin: 'environment VALISE_DATA',
    args: [],
  });
});

for (const flag of [['--data', 'here'], ['--data=here'], ['--data=there', '--data', 'here']]) {
  test(`${flag.join(' ')} beats the environment and is taken out of the arguments`, () => {
    const args = ['--port', '1', ...flag, '--host', 'localhost'];
    const located = locateData({ args, env: { VALISE_DATA: '/elsewhere' }, cwd, defaultDir });
    assert.deepEqual(located, {
      dataDir: '/srv/work/here',
      origin: 'flag --data',
      args: ['--port', '1', '--host', 'localhost'],
    });
  });
}

const nameless: [string[], Record<string, string>][] = [
  [['--data'], {}],
  [['--data='], {}],
  [['--data', '--port', '1'], {}],
  [[], { VALISE_DATA: '' }],
];

for (const [args, env] of nameless) {
  test(`no folder is guessed from ${JSON.stringify({ args, env })}`, () => {
    assert.throws(() => locateData({ args, env, cwd, defaultDir }), { code: 'config_invalid' });
  });
}

const names = ['port', 'host', 'publicUrl', 'maxFileSize', 'desttimeMin', 'desttimeMax'];

const slips: [string, string][] = [
  ['prot', 'port'],
  ['publicURL', 'publicUrl'],
  ['maxFilesize', 'maxFileSize'],
  ['maxfilesizes', 'maxFileSize'],
  ['destimeMin', 'desttimeMin'],
];

for (const [slip, meant] of slips) {
  test(`${slip} is taken for ${meant}`, () => {
    assert.equal(findNearestName(slip, names), meant);
  });
}

test('a name that resembles none is taken for none', () => {
  assert.equal(findNearestName('telemetry', names), undefined);
  assert.equal(findNearestName('port', []), undefined);
});

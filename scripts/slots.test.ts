import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { offerSlots, takeSlot } from './slots.ts';

const program = join(import.meta.dirname, 'slots.ts');

test('as many have a place as there are, and who asked first comes first', async (context) => {
  const { address, end } = await offerSlots(2);
  context.after(end);
  const leaveFirst = await takeSlot(address);
  const leaveSecond = await takeSlot(address);
  const served: string[] = [];
  const take = async (name: string) => {
    const leave = await takeSlot(address);
    served.push(name);
    return leave;
  };
  const third = take('third');
  await wait(50);
  const fourth = take('fourth');
  await wait(50);
  assert.deepEqual(served, []);
  leaveFirst();
  const leaveThird = await third;
  assert.deepEqual(served, ['third']);
  leaveSecond();
  (await fourth)();
  leaveThird();
  assert.deepEqual(served, ['third', 'fourth']);
});

test('a process that is killed gives its place back, and one that only has a place ends', async (context) => {
  const { address, end } = await offerSlots(1);
  context.after(end);
  const code = `import { takeSlot } from ${JSON.stringify(program)};
    await takeSlot(process.argv[1]);
    console.log('served');`;
  const start = (more: string) =>
    spawn(process.execPath, ['--input-type=module', '--eval', code + more, address], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const killed = start('setInterval(() => {}, 1000);');
  await once(killed.stdout, 'data');
  const next = start('');
  const ended = once(next, 'close');
  killed.kill('SIGKILL');
  assert.deepEqual(await ended, [0, null]);
});

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { processTransport } from './processes.ts';
import { RpcClosed, openRpc, transfer } from './rpc.ts';
import { spawnThread } from './threads.ts';
import type { PeerAnswers } from './rpc-peer-fixture.ts';
import { unsendable } from './rpc-peer-fixture.ts';
import type { Rpc } from './rpc.ts';
import { openTransports } from './transport-fixture.ts';

const program = new URL('./rpc-peer-fixture.ts', import.meta.url);

interface Peer {
  rpc: Rpc<PeerAnswers>;
  /** Ends the peer from outside, whatever it does. */
  kill: () => void;
}

const transports: Record<string, (context: TestContext) => Peer> = {
  thread(context) {
    const thread = spawnThread<PeerAnswers>({ program, name: 'peer' }, () => undefined);
    context.after(() => thread.stop());
    return { rpc: thread.rpc, kill: () => void thread.stop() };
  },
  process(context) {
    const child = fork(fileURLToPath(program), ['--peer'], { stdio: 'ignore' });
    context.after(() => child.kill('SIGKILL'));
    return {
      rpc: openRpc<PeerAnswers>(processTransport(child, 'process peer')),
      kill: () => child.kill('SIGKILL'),
    };
  },
};

for (const [name, connect] of Object.entries(transports)) {
  describe(`rpc with a ${name}`, () => {
    test('calls at the same time get their own answers, in any order', async (context) => {
      const { rpc } = connect(context);
      const order: number[] = [];
      async function ask(method: 'double' | 'doubleLater', number: number) {
        order.push(await rpc.call(method, number));
      }
      await Promise.all([ask('doubleLater', 1), ask('double', 2)]);
      assert.deepEqual(order, [4, 2]);
    });

    test('what is expected to go wrong keeps its code and all that belongs to it', async (context) => {
      const { rpc } = connect(context);
      await assert.rejects(rpc.call('refuse', 'invalid'), {
        name: 'ValiseError',
        code: 'invalid',
        details: [{ field: 'name', problem: 'is empty' }],
        retryAfterSeconds: undefined,
      });
      await assert.rejects(rpc.call('refuse', 'unavailable'), {
        code: 'unavailable',
        message: 'Not now.',
        retryAfterSeconds: 7,
        details: undefined,
      });
      await assert.rejects(rpc.call('refuse', 'method_not_allowed'), { allow: 'GET' });
    });

    test('a bug keeps its name and message, and where it was thrown is its cause', async (context) => {
      const { rpc } = connect(context);
      await assert.rejects(rpc.call('fail', 'broken'), {
        name: 'TypeError',
        message: 'broken',
        cause: /rpc-peer-fixture/,
      });
    });

    test('a method that the peer does not have is an error, whatever it is called', async (context) => {
      const { rpc } = connect(context);
      await assert.rejects(rpc.call('toString' as 'double', 1), /There is no method toString/);
    });

    test('a notification is handled in order with the calls', async (context) => {
      const { rpc } = connect(context);
      rpc.notify('note', null);
      rpc.notify('note', null);
      assert.equal(await rpc.call('countNotes', null), 2);
    });

    test('parameters that cannot be copied fail the call alone', async (context) => {
      const { rpc } = connect(context);
      const [good, bad] = await Promise.allSettled([
        rpc.call('double', 4),
        rpc.call('double', unsendable() as number),
      ]);
      assert.deepEqual(good, { status: 'fulfilled', value: 8 });
      assert.equal(bad.status, 'rejected');
      assert.equal(await rpc.call('double', 5), 10);
    });

    test('a result that cannot be copied fails the call alone', async (context) => {
      const { rpc } = connect(context);
      const [bad, good] = await Promise.allSettled([
        rpc.call('answerWith', 'unsendable'),
        rpc.call('answerWith', 'sendable'),
      ]);
      assert.equal(bad.status, 'rejected');
      assert.deepEqual(good, { status: 'fulfilled', value: 'sendable' });
    });

    test('a call that is not answered in time is unavailable', async (context) => {
      const { rpc } = connect(context);
      await rpc.call('double', 1);
      await assert.rejects(rpc.call('wait', null, 20), { code: 'unavailable' });
    });

    test('a peer that ends in the middle of a call fails every call', async (context) => {
      const { rpc } = connect(context);
      const waiting = [rpc.call('wait', null, Infinity), rpc.call('die', null)];
      for (const call of waiting) await assert.rejects(call, RpcClosed);
      await assert.rejects(rpc.call('double', 1), RpcClosed);
      rpc.notify('note', null);
    });

    test('a peer that is killed fails every call', async (context) => {
      const { rpc, kill } = connect(context);
      await rpc.call('double', 1);
      const waiting = assert.rejects(rpc.call('wait', null, Infinity), {
        name: 'RpcClosed',
        message: `The ${name} peer has ended`,
      });
      kill();
      await waiting;
      await assert.rejects(rpc.call('double', 1), RpcClosed);
    });
  });
}

test('memory is moved to a thread and back, not copied', async (context) => {
  const { rpc } = transports.thread?.(context) ?? assert.fail();
  const sent = Uint8Array.of(1, 2, 3);
  const received = await rpc.call('incrementAll', transfer(sent, [sent.buffer]));
  assert.equal(sent.length, 0);
  assert.deepEqual(received, Uint8Array.of(2, 3, 4));
});

test('memory that could not be sent stays here', async (context) => {
  const { rpc } = transports.thread?.(context) ?? assert.fail();
  const memory = Uint8Array.of(1, 2, 3);
  const params = transfer({ memory, run: () => undefined }, [memory.buffer]);
  await assert.rejects(rpc.call('incrementAll', params as never), { name: 'DataCloneError' });
  assert.deepEqual(memory, Uint8Array.of(1, 2, 3));
});

test('the peer can call back while it answers', async () => {
  const { here, there } = openTransports();
  interface Doubling {
    double(number: number): number;
  }
  interface Asking {
    askBack(number: number): Promise<number>;
  }
  const back = openRpc<Doubling>(there, {
    askBack: (number: number) => back.call('double', number),
  });
  const rpc = openRpc<Asking>(here, { double: (number: number) => number * 2 });
  assert.equal(await rpc.call('askBack', 21), 42);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { openChannel } from './channel-fixture.ts';
import { RpcClosed, openRpc } from './rpc.ts';

interface Answers {
  double(number: number): number;
  fail(reason: string): Promise<void>;
  refuse(nothing: null): void;
  forget(nothing: null): Promise<void>;
  askBack(number: number): Promise<number>;
}

function connect() {
  const { here, there, close } = openChannel();
  const rpc = openRpc<Answers>(here, { double: (number: number) => number * 2 });
  const back = openRpc<Pick<Answers, 'double'>>(there, {
    double: (number: number) => number * 2,
    fail: (reason: string) => Promise.reject(new Error(reason)),
    refuse() {
      throw new ValiseError('unavailable', 'Not now.', { retryAfterSeconds: 7 });
    },
    forget: () => new Promise(() => undefined),
    askBack: (number: number) => back.call('double', number),
  });
  return { rpc, close };
}

test('questions asked at the same time get their own answers, in both directions', async () => {
  const { rpc } = connect();
  const answers = await Promise.all([1, 2, 3].map((number) => rpc.call('double', number)));
  assert.deepEqual(answers, [2, 4, 6]);
  assert.equal(await rpc.call('askBack', 21), 42);
});

test('what the other side throws is thrown here', async () => {
  const { rpc } = connect();
  await assert.rejects(rpc.call('fail', 'broken'), /broken/);
  await assert.rejects(rpc.call('refuse', null), {
    name: 'ValiseError',
    code: 'unavailable',
    message: 'Not now.',
    retryAfterSeconds: 7,
  });
});

test('a question that nobody knows is an error, whatever it is called', async () => {
  const { rpc } = connect();
  await assert.rejects(rpc.call('toString' as 'double', 1), /Nobody/);
});

test('no answer in time is unavailable', async () => {
  const { rpc } = connect();
  await assert.rejects(rpc.call('forget', null, 20), { code: 'unavailable' });
});

test('who is gone answers nothing any more', async () => {
  const { rpc, close } = connect();
  const waiting = assert.rejects(rpc.call('forget', null), RpcClosed);
  close();
  await waiting;
  await assert.rejects(rpc.call('double', 1), RpcClosed);
});

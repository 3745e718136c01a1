import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Channel } from './line.ts';
import { LineClosed, openLine } from './line.ts';

interface Answers {
  double(number: number): number;
  fail(reason: string): Promise<void>;
  refuse(nothing: null): void;
  forget(nothing: null): Promise<void>;
  askBack(number: number): Promise<number>;
}

/** Both ends of a channel that sends what JSON can hold, a turn later. */
function openChannel(): { here: Channel; there: Channel; close: () => void } {
  const ends = new EventEmitter();
  function end(mine: string, other: string): Channel {
    return {
      send(message) {
        const text = JSON.stringify(message);
        setImmediate(() => ends.emit(other, JSON.parse(text)));
      },
      onMessage: (listener) => void ends.on(mine, listener),
      onClose: (listener) => void ends.on('close', listener),
    };
  }
  return {
    here: end('here', 'there'),
    there: end('there', 'here'),
    close: () => void ends.emit('close'),
  };
}

function connect() {
  const { here, there, close } = openChannel();
  const line = openLine<Answers>(here, { double: (number: number) => number * 2 });
  const back = openLine<Pick<Answers, 'double'>>(there, {
    double: (number: number) => number * 2,
    fail: (reason: string) => Promise.reject(new Error(reason)),
    refuse() {
      throw new ValiseError('unavailable', 'Not now.', { retryAfterSeconds: 7 });
    },
    forget: () => new Promise(() => undefined),
    askBack: (number: number) => back.ask('double', number),
  });
  return { line, close };
}

test('questions asked at the same time get their own answers, in both directions', async () => {
  const { line } = connect();
  const answers = await Promise.all([1, 2, 3].map((number) => line.ask('double', number)));
  assert.deepEqual(answers, [2, 4, 6]);
  assert.equal(await line.ask('askBack', 21), 42);
});

test('what the other side throws is thrown here', async () => {
  const { line } = connect();
  await assert.rejects(line.ask('fail', 'broken'), /broken/);
  await assert.rejects(line.ask('refuse', null), {
    name: 'ValiseError',
    code: 'unavailable',
    message: 'Not now.',
    retryAfterSeconds: 7,
  });
});

test('a question that nobody knows is an error, whatever it is called', async () => {
  const { line } = connect();
  await assert.rejects(line.ask('toString' as 'double', 1), /Nobody/);
});

test('no answer in time is unavailable', async () => {
  const { line } = connect();
  await assert.rejects(line.ask('forget', null, 20), { code: 'unavailable' });
});

test('who is gone answers nothing any more', async () => {
  const { line, close } = connect();
  const waiting = assert.rejects(line.ask('forget', null), LineClosed);
  close();
  await waiting;
  await assert.rejects(line.ask('double', 1), LineClosed);
});

/* global Response */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendOff } from './send-off.js';

/**
 * Sends off with these answers, in order, and with what the page then tells of. Where the answer is
 * undefined, it got lost.
 * @param {readonly (Response | undefined)[]} answers
 * @param {readonly (number | undefined)[]} sendings
 */
async function run(answers, sendings = []) {
  const [left, counts] = [[...answers], [...sendings]];
  /** @type {number[]} */
  const waits = [];
  let losses = 0;
  const isSent = await sendOff({
    post: () => {
      const answer = left.shift();
      return answer === undefined ? Promise.reject(new TypeError('lost')) : Promise.resolve(answer);
    },
    countSendings: () => Promise.resolve(counts.shift()),
    sendingsBefore: 1,
    wait: (delayMs) => {
      waits.push(delayMs);
      return Promise.resolve();
    },
    onLost: () => {
      losses += 1;
    },
  });
  return { isSent, waits, losses, left: [...left, ...counts] };
}

function notYet(seconds = '2') {
  return new Response('', { status: 409, headers: { 'retry-after': seconds } });
}

test('what is answered with success is sent', async () => {
  assert.deepEqual(await run([new Response('{}')]), {
    isSent: true,
    waits: [],
    losses: 0,
    left: [],
  });
});

test('it asks again when the server says when, and as often', async () => {
  const { isSent, waits } = await run([notYet(), notYet('3'), new Response('{}')]);
  assert.deepEqual([isSent, waits], [true, [2000, 3000]]);
});

test('a refusal has the status and the code of the answer', async () => {
  const refused = new Response('{"error":"quota_exceeded"}', { status: 413 });
  await assert.rejects(run([refused]), { status: 413, code: 'quota_exceeded' });
  const busy = new Response('{"error":"conflict"}', { status: 409 });
  await assert.rejects(run([busy]), { status: 409, code: 'conflict' });
  const proxy = new Response('<h1>Bad gateway</h1>', { status: 502 });
  await assert.rejects(run([proxy]), { status: 502, code: undefined });
});

test('after a lost answer the page tells that it arrived', async () => {
  const { isSent, losses, waits } = await run([undefined], [undefined, 1, 2]);
  assert.deepEqual([isSent, losses, waits], [true, 1, [2000, 2000, 2000]]);
});

test('what the page does not tell of three times is lost; a page out of reach does not count', async () => {
  const { isSent, left } = await run([undefined], [undefined, 1, undefined, 1, 1, 2]);
  assert.deepEqual([isSent, left], [false, [2]]);
});

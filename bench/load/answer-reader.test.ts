import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerReader } from './answer-reader.ts';

const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Other: 1\r\n\r\nhello');

test('an answer counts once it is whole, wherever the network cuts it', () => {
  for (let cut = 1; cut < answer.length; cut += 1) {
    const reader = new AnswerReader();
    assert.equal(reader.push(answer.subarray(0, cut)), false);
    assert.equal(reader.push(answer.subarray(cut)), true);
    assert.equal(reader.push(answer), true);
    assert.equal(reader.count, 2);
  }
});

test('what is not the answer to measure stops the measurement', () => {
  const refused = Buffer.from('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  assert.throws(() => new AnswerReader().push(refused), /403/);
  const endless = Buffer.from('HTTP/1.1 200 OK\r\n\r\n');
  assert.throws(() => new AnswerReader().push(endless), /without a length/);
  assert.throws(() => new AnswerReader().push(Buffer.concat([answer, answer])), /More arrived/);
});

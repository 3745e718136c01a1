import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerReader } from './answer-reader.ts';

const chunked = Buffer.from(
  'HTTP/1.1 201 \r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
);
const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Other: 1\r\n\r\nhello');

test('an answer counts once it is whole, wherever the network cuts it', () => {
  for (const whole of [answer, chunked]) {
    for (let cut = 1; cut < whole.length; cut += 1) {
      const reader = new AnswerReader();
      assert.equal(reader.push(whole.subarray(0, cut)), false);
      assert.equal(reader.push(whole.subarray(cut)), true);
      assert.equal(reader.push(whole), true);
      assert.equal(reader.count, 2);
    }
  }
});

test('what is not the answer to measure stops the measurement', () => {
  const refused = Buffer.from('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  assert.throws(() => new AnswerReader().push(refused), /403/);
  const endless = Buffer.from('HTTP/1.1 200 OK\r\n\r\n');
  assert.throws(() => new AnswerReader().push(endless), /without a length/);
  assert.equal(new AnswerReader().push(Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')), true);
  assert.throws(() => new AnswerReader().push(Buffer.concat([answer, answer])), /More arrived/);
});

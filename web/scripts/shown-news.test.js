/* global File */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShownNews } from './shown-news.js';

const [a, b] = [new File(['123'], 'a.txt'), new File(['45'], 'b.txt')];

test('what happens is told in portions, each thing once', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {unknown[]} */
  const told = [];
  const news = createShownNews(({ done, offsets, sentBytes, allBytes }) => {
    told.push({ done, offsets: [...offsets], sentBytes, allBytes });
  });
  news.addProgress(1, 5, a, 1);
  news.addProgress(3, 5, a, 3);
  news.addDone(a, 'id of a');
  news.addProgress(4, 5, b, 1);
  assert.deepEqual(told, []);
  context.mock.timers.tick(200);
  const first = { done: [[a, 'id of a']], offsets: [[b, 1]], sentBytes: 4, allBytes: 5 };
  assert.deepEqual(told, [first]);
  context.mock.timers.tick(200);
  news.flush();
  assert.deepEqual(told, [first], 'nothing new is not told');
  news.addProgress(5, 5, b, 2);
  news.flush();
  const last = { done: [], offsets: [[b, 2]], sentBytes: 5, allBytes: 5 };
  assert.deepEqual(told, [first, last]);
  context.mock.timers.tick(200);
  assert.equal(told.length, 2);
});

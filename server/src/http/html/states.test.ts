import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderBeads, renderState } from './states.ts';

test('a state has its picture, its word and its colour', () => {
  assert.match(
    renderState('trouble', 'Not delivered').toString(),
    /class="state is-bad">.*#i-alert.*Not delivered</s,
  );
  assert.match(renderState('done', 'On', 'plain').toString(), /class="state state-plain is-good"/);
});

test('few recipients are beads of different shapes, many are a bar, and words say both', () => {
  const few = renderBeads({ done: 1, opened: 2, bad: 1, all: 4 }, '1 of 4').toString();
  assert.equal(few.match(/class="bead /g)?.length, 4);
  assert.equal(few.match(/bead-done/g)?.length, 1);
  assert.equal(few.match(/bead-open/g)?.length, 1);
  assert.equal(few.match(/bead-bad/g)?.length, 1);
  assert.match(few, /1 of 4/);
  const many = renderBeads({ done: 5, opened: 7, bad: 0, all: 40 }, '5 of 40').toString();
  assert.match(many, /<progress value="5" max="40"/);
  assert.doesNotMatch(many, /class="bead /);
  assert.match(many, /5 of 40/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachableOrigin } from './reachable-origin.ts';

test('links lead to the address that is listened on', () => {
  for (const origin of ['http://127.0.0.1:8080', 'https://[::1]:8443', 'http://10.0.0.7:80']) {
    assert.equal(reachableOrigin(origin, 'files'), origin);
  }
});

test('where that is every address, they lead to the machine by its name', () => {
  assert.equal(reachableOrigin('http://0.0.0.0:8080', 'files.lan'), 'http://files.lan:8080');
  assert.equal(reachableOrigin('https://[::]:8443', 'files'), 'https://files:8443');
});

test('and to this machine itself where the name is none', () => {
  for (const name of ['', 'a b', '-x', 'x/y', 'ü']) {
    assert.equal(reachableOrigin('http://0.0.0.0:8080', name), 'http://127.0.0.1:8080');
  }
});

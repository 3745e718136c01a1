import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeAddress, nameBesideAddress } from './person-names.ts';

test('a name that could be taken for an address or a domain is recognised, whatever its letters', () => {
  for (const name of [
    'ceo@corp.example',
    'ceo＠corp',
    'ceo﹫corp',
    'ceo ⓐ corp',
    'CEO (at) corp.example',
    'Amazon.com',
    'corp．example',
    'corp。example',
    'corp·example',
    'corp\u{200b}.\u{200d}example',
    'bücher.example',
    'банк.рф',
  ]) {
    assert.ok(looksLikeAddress(name), name);
  }
  for (const name of [
    'Anna Åberg',
    'J. R. R. Tolkien',
    'Dr. Müller',
    'Anna B.',
    'Ward 3.14',
    'O’Neil-Smith',
    '',
  ]) {
    assert.ok(!looksLikeAddress(name), name);
  }
});

test('the address stands beside such a name, unless it is the name', () => {
  assert.equal(
    nameBesideAddress('ceo@corp.example', 'eve@x.example'),
    'ceo@corp.example (eve@x.example)',
  );
  assert.equal(nameBesideAddress('Eve@X.example', 'eve@x.example'), 'Eve@X.example');
  assert.equal(nameBesideAddress('Eve', 'eve@x.example'), 'Eve');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basicChallenge } from './basic-challenge.ts';

const realms: [serviceName: string, realm: string][] = [
  ['Valise', 'Valise'],
  ['County Files', 'County Files'],
  ['Säker fil', 'Saker fil'],
  ['The "best" \\ one', 'The \\"best\\" \\\\ one'],
  ['文件', 'Valise'],
];
for (const [serviceName, realm] of realms) {
  test(`the realm of a service called ${serviceName} is ${realm}`, () => {
    assert.equal(basicChallenge(serviceName), `Basic realm="${realm}", charset="UTF-8"`);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from './secret.ts';
import { nameSettings, wholeNumber } from './setting.ts';
import { settings } from './settings.ts';
import type { WorkerConfig, WorkerConfigOf } from './worker-config.ts';
import { receiveWorkerConfig, sendWorkerConfig, workerConfigOf } from './worker-config.ts';

const table = nameSettings({
  port: { doc: 'The port.', kind: wholeNumber(0, 65_535), default: 8080 },
  mailPassword: { doc: 'For the mail server.', secret: 'main' },
  databasePassword: { doc: 'For the database.', secret: 'everywhere' },
  unsetPassword: { doc: 'Not given.', secret: 'everywhere' },
});
const config = {
  port: 8080,
  mailPassword: new Secret('of main'),
  databasePassword: new Secret('of all'),
  unsetPassword: undefined,
};

/** Fails to compile when a name is known to workers. */
type Absent<Known, Name extends string> = Name extends keyof Known ? never : true;

test('a secret that workers need arrives in another process, and can be revealed there', () => {
  const sent = JSON.stringify(sendWorkerConfig(workerConfigOf(table, config)));
  const received = receiveWorkerConfig<typeof table>(
    JSON.parse(sent) as ReturnType<typeof sendWorkerConfig>,
  );
  assert.equal(received.port, 8080);
  assert.equal(received.databasePassword?.reveal(), 'of all');
  assert.doesNotMatch(JSON.stringify(received), /of all/);
  assert.equal(received.unsetPassword, undefined);
});

test('a secret of the main process is absent, by type and at run time, in one process and in several', () => {
  const isAbsent: Absent<WorkerConfigOf<typeof table>, 'mailPassword'> = true;
  assert.ok(isAbsent);
  const here = workerConfigOf(table, config);
  assert.ok(!('mailPassword' in here));
  assert.equal(here.databasePassword?.reveal(), 'of all');
  assert.doesNotMatch(JSON.stringify(sendWorkerConfig(here)), /mailPassword|of main/);
});

test('workers get the secrets of the stores', () => {
  assert.deepEqual(
    [settings.databasePassword.secret, settings.s3Credentials.secret],
    ['everywhere', 'everywhere'],
  );
});

test('the secrets of mail and SMS stay in the main process', () => {
  const areAbsent: Absent<WorkerConfig, 'smtpPassword' | 'smsGatewayToken'> = true;
  assert.ok(areAbsent);
  assert.deepEqual(
    [settings.smtpPassword.secret, settings.smsGatewayToken.secret],
    ['main', 'main'],
  );
});

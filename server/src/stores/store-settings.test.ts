import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../config/secret.ts';
import { embeddedStores, storeSettingsOf } from './store-settings.ts';

const nothing = {
  databaseUrl: undefined,
  databasePassword: undefined,
  databaseCaFile: undefined,
  blobUrl: undefined,
  s3Endpoint: undefined,
  s3Region: 'us-east-1',
  s3Credentials: undefined,
  s3CaFile: undefined,
  s3PathStyle: undefined,
};
const databaseUrl = 'postgres://valise@db.example.com/valise';
const blobUrl = 's3://bucket/valise';
const s3Credentials = new Secret('aws_access_key_id = id\naws_secret_access_key = secret');
const access = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };

test('without settings, all data is in its folder', () => {
  assert.deepEqual(storeSettingsOf(nothing, '/data'), embeddedStores('/data'));
});

test('each store is chosen by its own address', () => {
  const password = new Secret('hunter2');
  assert.deepEqual(
    storeSettingsOf({ ...nothing, databaseUrl, databasePassword: password }, '/data'),
    {
      database: 'postgres',
      blobs: 'file',
      location: {
        dataDir: '/data',
        databaseUrl,
        databasePassword: 'hunter2',
        databaseCaFile: undefined,
      },
    },
  );
  assert.deepEqual(storeSettingsOf({ ...nothing, blobUrl, s3Credentials }, '/data'), {
    database: 'sqlite',
    blobs: 's3',
    location: { dataDir: '/data', blobUrl, s3: { ...access, pathStyle: false } },
  });
});

test('a store that is not of AWS has the bucket in the path, unless the settings say otherwise', () => {
  const s3Endpoint = 'https://s3.example.com';
  const chosen = { ...nothing, blobUrl, s3Endpoint, s3Credentials };
  for (const [s3PathStyle, pathStyle] of [
    [undefined, true],
    [false, false],
  ] as const) {
    const { location } = storeSettingsOf({ ...chosen, s3PathStyle }, '/data');
    assert.deepEqual(location.s3, { ...access, endpoint: s3Endpoint, pathStyle });
  }
});

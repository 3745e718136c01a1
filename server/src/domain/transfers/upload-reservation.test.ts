import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReservationTable, createByteReservations } from '../../coordination/shared-tables.ts';
import { openUploadReservation } from './upload-limits.ts';
import { ValiseError } from '../model/valise-error.ts';

const mebibyte = 1024 * 1024;

function open({ freeBytes, maxBytes = 1e15 }: { freeBytes?: number; maxBytes?: number } = {}) {
  const table = new ReservationTable();
  const dependencies = {
    blobs: { freeBytes: () => Promise.resolve(freeBytes) },
    limits: { maxFileBytes: undefined, minFreeBytes: 0 },
    reservations: createByteReservations({
      reserveBytes: (claim) => Promise.resolve(table.reserve(table, claim)),
      releaseBytes(id) {
        table.release(table, id);
      },
    }),
  };
  function begin(expectedBytes?: number) {
    let bytes = 0;
    const refusal = () => new ValiseError('too_large', 'Too much');
    const scope = { key: 'tray', maxBytes, countBytes: () => bytes, refusal };
    const reservation = openUploadReservation(dependencies, [scope], expectedBytes);
    return {
      ...reservation,
      admit(added: number) {
        bytes += added;
        return reservation.admit(added);
      },
    };
  }
  return { table, begin };
}

test('a small upload asks nobody, and a large one rarely', async () => {
  const upload = open({ freeBytes: 1e15 }).begin();
  let asked = 0;
  for (let piece = 0; piece < 16 * 1024; piece += 1) {
    const admitted = upload.admit(64 * 1024);
    if (admitted === undefined) continue;
    if (piece === 0) assert.fail('the first piece is not counted');
    asked += 1;
    await admitted;
  }
  assert.ok(asked > 1 && asked < 40, `a gibibyte asked ${asked} times`);
});

test('uploads fill a limit together, and no more than that', async () => {
  const { table, begin } = open({ maxBytes: 10 * mebibyte });
  const uploads = Array.from({ length: 12 }, () => ({ ...begin(), kept: 0, isRefused: false }));
  for (let round = 0; round < 10; round += 1) {
    for (const upload of uploads.filter(({ isRefused }) => !isRefused)) {
      try {
        await upload.admit(mebibyte);
        upload.kept += mebibyte;
      } catch (error) {
        assert.ok(error instanceof ValiseError && error.code === 'too_large');
        upload.isRefused = true;
        upload.release();
      }
    }
  }
  const kept = uploads.reduce((sum, upload) => sum + (upload.isRefused ? 0 : upload.kept), 0);
  assert.ok(kept > 0 && kept <= 10 * mebibyte, `${kept} bytes are held`);
  for (const upload of uploads) upload.release();
  assert.equal(table.reservedBytes('tray'), 0);
});

test('nothing is reserved beyond what can come', async () => {
  const { table, begin } = open();
  const upload = begin(3 * mebibyte);
  await upload.admit(2 * mebibyte);
  assert.equal(table.reservedBytes('tray'), 3 * mebibyte);
});

test('what others have yet to write is not free', async () => {
  const { begin } = open({ freeBytes: 10 * mebibyte });
  await begin().admit(6 * mebibyte);
  await assert.rejects(async () => begin().admit(6 * mebibyte), { code: 'insufficient_storage' });
});

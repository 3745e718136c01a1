import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const mebibyte = 1024 ** 2;

/**
 * The size of the large file of a walk: small enough for every run unless `E2E_LARGE_BYTES` says another, such as
 * 2000000000.
 */
export const largeBytes = Number(process.env['E2E_LARGE_BYTES'] ?? 64e6);

/** Writes a file in which no mebibyte is like another, and which takes up little of the disk. */
export async function writeLargeFile(path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    const number = Buffer.alloc(8);
    for (let at = 0; at < sizeBytes; at += mebibyte) {
      number.writeDoubleLE(at + 1);
      await file.write(number, 0, number.length, at);
    }
    await file.truncate(sizeBytes);
  } finally {
    await file.close();
  }
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: mebibyte }), hash);
  return hash.digest('hex');
}

const hashZipProgram = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    hashes = {}
    for entry in archive.infolist():
        with archive.open(entry) as file:
            hashes[entry.filename] = hashlib.file_digest(file, "sha256").hexdigest()
print(json.dumps(hashes))`;

/** The SHA-256 of each file in an archive by its name, read by a program that is not ours. */
export async function hashZip(path: string): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', hashZipProgram, path]);
  return JSON.parse(stdout) as Record<string, string>;
}

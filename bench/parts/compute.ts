// Does one part of a transfer alone, over as many bytes as asked for, as quickly as Node can.
//
//   node compute.ts PART BYTES FILE     prints { seconds, cpuSeconds }

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { createSHA256 } from 'hash-wasm';
import type { ComputedPart } from './part-names.ts';

const [part, bytesText, path] = process.argv.slice(2);
if (part === undefined || path === undefined) throw new Error('Name a part, bytes and a file');
const totalBytes = Number(bytesText);

/** The sizes that measure best: of a sealed chunk, a read or write, and what a socket hands over. */
const chunkBytes = 256 * 1024;
const blockBytes = 1024 * 1024;
const socketBytes = 64 * 1024;

const key = randomBytes(32);
const nonce = randomBytes(12);

function repeat(bytes: number, work: () => void): void {
  for (let done = 0; done < totalBytes; done += bytes) work();
}

const parts: Record<ComputedPart, () => void | Promise<void>> = {
  parse() {
    const piece = randomBytes(socketBytes);
    const boundary = Buffer.from(`\r\n--${'-'.repeat(24)}${randomBytes(8).toString('hex')}`);
    repeat(socketBytes, () => {
      if (piece.includes(boundary)) throw new Error('Chance made a boundary');
    });
  },

  seal() {
    const chunk = randomBytes(chunkBytes);
    repeat(chunkBytes, () => {
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.update(chunk);
      cipher.final();
      cipher.getAuthTag();
    });
  },

  open() {
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([cipher.update(randomBytes(chunkBytes)), cipher.final()]);
    const tag = cipher.getAuthTag();
    repeat(chunkBytes, () => {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce);
      decipher.setAuthTag(tag);
      decipher.update(sealed);
      decipher.final();
    });
  },

  hash() {
    const chunk = randomBytes(chunkBytes);
    const hash = createHash('sha256');
    repeat(chunkBytes, () => hash.update(chunk));
    hash.digest();
  },

  async 'savable-hash'() {
    const chunk = randomBytes(chunkBytes);
    const hash = await createSHA256();
    repeat(chunkBytes, () => hash.update(chunk));
    hash.digest();
  },

  async write() {
    // Past the system's cache, from memory that begins at a page: less than half of what else it costs.
    const block = new Uint8Array(new ArrayBuffer(blockBytes, { maxByteLength: blockBytes }));
    block.set(randomBytes(blockBytes));
    const { O_WRONLY, O_CREAT, O_TRUNC, O_DIRECT } = constants;
    const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_DIRECT);
    for (let done = 0; done < totalBytes; done += blockBytes) await file.write(block);
    await file.datasync();
    await file.close();
  },

  async read() {
    const block = Buffer.alloc(blockBytes);
    const file = await open(path, 'r');
    for (let done = 0; done < totalBytes; done += blockBytes) {
      await file.read(block, 0, blockBytes, done);
    }
    await file.close();
  },
};

const work = (parts as Partial<Record<string, () => void | Promise<void>>>)[part];
if (work === undefined) throw new Error(`There is no part ${part}`);
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
await work();
const { user, system } = process.cpuUsage(cpuBefore);
const seconds = (performance.now() - startedAt) / 1000;
console.log(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6 }));

import { copyFile, open } from 'node:fs/promises';
import type { Contestant } from '../contest.ts';
import { curl } from '../curl.ts';
import { valiseHost } from '../valise-host.ts';
import type { Bench, Case } from './case.ts';

/** How many times the usual file makes up the one that ranges are taken from. */
const repetitions = 4;

/** A sixteenth of the usual file out of the middle of a large one, beside as much from its start. */
export const rangeCase: Case = {
  name: 'range',
  title: 'a range of a large file',
  unit: 'bytes',
  async start(bench) {
    const { sizeBytes } = bench.scale;
    const rangeBytes = Math.ceil(sizeBytes / 16);
    const host = await valiseHost.start(await bench.newDir('valise'));
    await curl(...host.uploadArguments(await makeLargeFile(bench), 'large.bin'));
    const download = host.downloadArguments((await host.publish())('large.bin'));
    const middle = Math.floor((sizeBytes * repetitions) / 2) + 1;

    const from = (name: string, start: number): Contestant => ({
      name,
      server: host.server,
      async run() {
        const range = ['--range', `${start}-${start + rangeBytes - 1}`];
        return { work: rangeBytes, ...(await curl(...range, ...download)) };
      },
    });
    return [from('valise, from the middle', middle), from('valise, from the start', 0)];
  },
};

async function makeLargeFile({ testFile, newDir, scale }: Bench): Promise<string> {
  const { path } = await testFile(scale.sizeBytes);
  const large = `${await newDir('large')}/large.bin`;
  await copyFile(path, large);
  const [source, target] = [await open(path), await open(large, 'a')];
  try {
    for (let copies = 1; copies < repetitions; copies += 1) {
      const content = source.createReadStream({ start: 0, autoClose: false });
      for await (const piece of content) await target.write(piece as Buffer);
    }
    await target.sync();
  } finally {
    await source.close();
    await target.close();
  }
  return large;
}

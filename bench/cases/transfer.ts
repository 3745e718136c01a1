import type { Contestant } from '../contest.ts';
import { curl, curlSha256, curlTogether } from '../curl.ts';
import type { FileHost, HostKind } from '../file-host.ts';
import { settleDisk } from '../quiet-disk.ts';
import type { TestFile } from '../test-file.ts';
import type { Bench, Case } from './case.ts';

interface Transfer {
  direction: 'upload' | 'download';
  streams: number;
  https?: boolean;
}

/** One file up or down, or several at once that are together as large. */
export function transferCase({ direction, streams, https = false }: Transfer): Case {
  const scheme = https ? ', HTTPS' : '';
  const parts = [direction, ...(streams > 1 ? [String(streams)] : []), ...(https ? ['https'] : [])];
  return {
    name: parts.join('-'),
    title: `${direction}, ${streams === 1 ? 'one stream' : `${streams} streams`}${scheme}`,
    unit: 'bytes',
    warmUps: streams === 1 ? 1 : 3,
    async start(bench) {
      const begin = direction === 'upload' ? uploader : downloader;
      const contestants: Contestant[] = [];
      for (const kind of bench.hosts) {
        contestants.push(await begin(bench, kind, { streams, https }));
      }
      const [valise] = bench.hosts;
      if (streams === 1 || valise === undefined) return contestants;
      const alone = await begin(bench, valise, { streams: 1, https });
      return [...contestants, { ...alone, name: `${alone.name}, one stream` }];
    },
  };
}

type Shape = Required<Omit<Transfer, 'direction'>>;

export async function uploader(bench: Bench, kind: HostKind, shape: Shape): Promise<Contestant> {
  const file = await partFile(bench, shape.streams);
  const host = await startHost(bench, kind, await bench.newDir(kind.name), shape);
  return {
    name: kind.name,
    server: host.server,
    async run(round) {
      const uploads = Array.from({ length: shape.streams }, (_, stream) =>
        host.uploadArguments(file.path, `round-${round}-${stream}.bin`),
      );
      return { work: file.sizeBytes * shape.streams, ...(await curlTogether(uploads)) };
    },
    async tidy() {
      await host.clear();
      await settleDisk(file.path);
    },
  };
}

/**
 * Uploads with one process and measures another, whose memory knows of downloads alone. Each stream
 * has a file of its own: the tus server gives a file to one client at a time.
 */
export async function downloader(bench: Bench, kind: HostKind, shape: Shape): Promise<Contestant> {
  const file = await partFile(bench, shape.streams);
  const dir = await bench.newDir(kind.name);
  const sender = await kind.start(dir);
  const names = Array.from({ length: shape.streams }, (_, stream) => `download-${stream}.bin`);
  for (const name of names) await curl(...sender.uploadArguments(file.path, name));
  const places = names.map(await sender.publish());
  await sender.server.stop();

  const host = await startHost(bench, kind, dir, shape);
  const downloads = places.map((place) => host.downloadArguments(place));
  return {
    name: kind.name,
    server: host.server,
    async run(round) {
      if (round === 0) await demandSameBytes(downloads, file);
      return { work: file.sizeBytes * shape.streams, ...(await curlTogether(downloads)) };
    },
  };
}

async function partFile({ testFile, scale }: Bench, streams: number): Promise<TestFile> {
  return await testFile(Math.ceil(scale.sizeBytes / streams));
}

async function startHost(
  bench: Bench,
  kind: HostKind,
  dir: string,
  { https }: Shape,
): Promise<FileHost> {
  return await kind.start(dir, https ? await bench.certificate() : undefined);
}

async function demandSameBytes(downloads: readonly string[][], file: TestFile): Promise<void> {
  for (const download of downloads) {
    if ((await curlSha256(...download)) !== file.sha256) {
      throw new Error(`${String(download.at(-1))} is not the file put there`);
    }
  }
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Contestant } from '../contest.ts';
import { curl, curlTogether, headerArguments } from '../curl.ts';
import { fillStore } from '../fill-store.ts';
import { caller } from '../load/caller.ts';
import type { LoadRequest } from '../load/load.ts';
import { settleDisk } from '../quiet-disk.ts';
import type { Valise } from '../valise.ts';
import {
  askApi,
  bearerHeaders,
  callValise,
  chooseReceivers,
  createValiseData,
  email,
  startValise,
  uploadText,
} from '../valise.ts';
import { filesOf } from '../valise-host.ts';
import { operation } from './answer.ts';
import type { Bench, Case } from './case.ts';
import { oneConnection } from './growth.ts';

const letterBytes = 80_000;
const fewDrops = 100;

export async function startNew({ newDir }: Pick<Bench, 'newDir'>, own = 0): Promise<Valise> {
  const dataDir = join(await newDir('valise'), 'data');
  await createValiseData(dataDir);
  if (own > 0) await fillStore(dataDir, { own });
  return await startValise(dataDir);
}

function fileForm(bytes: Buffer<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'letter.pdf');
  return form;
}

export async function sendInOne(valise: Valise, to: string): Promise<void> {
  const form = fileForm(randomBytes(letterBytes));
  form.set('drop', JSON.stringify({ receivers: [{ email: to }], expires_in: 86_400 }));
  await askApi(valise, '/drops', { method: 'POST', body: form });
}

export async function sendInThree(valise: Valise, to: string): Promise<void> {
  await callValise(valise, 'receivers_set', [{ email: to }]);
  await uploadText(valise, 'letter.pdf', randomBytes(letterBytes / 2).toString('hex'));
  await callValise(valise, 'createdrop', { desttime: 86_400 });
}

/** Letters to one receiver each, one after the other in each lane; the processor time of mails and jobs counts, too. */
export function letterSender(
  name: string,
  valise: Valise,
  { seconds, lanes = 1, send }: { seconds: number; lanes?: number; send: typeof sendInOne },
): Contestant {
  return {
    name,
    server: valise.server,
    async run(round) {
      const startedAt = performance.now();
      let begun = 0;
      const work = async (): Promise<void> => {
        do {
          begun += 1;
          await send(valise, `receiver-${round}-${begun}@example.com`);
        } while (performance.now() - startedAt < seconds * 1000);
      };
      await Promise.all(Array.from({ length: lanes }, work));
      return { work: begun, seconds: (performance.now() - startedAt) / 1000 };
    },
  };
}

export const apiSendCase: Case = {
  name: 'api-send',
  title: 'a letter of 80 kB to one receiver, in one request and in three',
  unit: 'calls',
  async start(bench) {
    const [one, three] = [await startNew(bench), await startNew(bench)];
    await chooseReceivers(three, [email]);
    const seconds = bench.scale.loadSeconds;
    return [
      letterSender('API v1, one request', one, { seconds, send: sendInOne }),
      letterSender('receivers_set, upload, createdrop', three, { seconds, send: sendInThree }),
    ];
  },
};

/** What programs ask most often, beside the cheapest operation of the customer's API. */
export const apiReadsCase: Case = {
  name: 'api-reads',
  title: 'reads of API v1 beside get_files',
  unit: 'calls',
  warmUps: 2,
  async start(bench) {
    const valise = await startNew(bench);
    const form = fileForm(randomBytes(letterBytes));
    form.set('drop', JSON.stringify({ receivers: [{ email: 'receiver@example.com' }] }));
    const { id } = await askApi<{ id: string }>(valise, '/drops', { method: 'POST', body: form });
    // The mail to the receiver is the last that is told.
    await askApi(valise, '/events?types=receiver.mailed&wait=30');
    const { next } = await askApi<{ next: string }>(valise, '/events?after=now');
    const requests: Record<string, LoadRequest> = {
      get_files: operation(valise, 'get_files'),
      'GET /drops/ID': apiRequest(`/drops/${id}`),
      'GET /events, nothing new': apiRequest(`/events?after=${next}`),
      'GET /me': apiRequest('/me'),
    };
    const { connections, loadSeconds: seconds } = bench.scale;
    return Object.entries(requests).map(([name, request]) =>
      caller({ name, server: valise.server, request, connections, seconds }),
    );
  },
};

function apiRequest(path: string): LoadRequest {
  return { method: 'GET', path: `/api/v1${path}`, headers: bearerHeaders };
}

/** A page of 50 of few drops and of as many as the fullest store holds, all of one account. */
export const apiListsCase: Case = {
  name: 'api-lists',
  title: 'a page of 50 drops or deliveries, as the history of the account grows',
  unit: 'calls',
  async start(bench) {
    const contestants: Contestant[] = [];
    const { storedDrops, loadSeconds: seconds } = bench.scale;
    for (const drops of [fewDrops, storedDrops]) {
      const { server } = await startNew(bench, drops);
      for (const list of ['drops', 'deliveries']) {
        const request = apiRequest(`/${list}?limit=50`);
        const name = `${list} of ${drops.toLocaleString('en')}`;
        contestants.push(caller({ name, server, request, connections: oneConnection, seconds }));
      }
    }
    return contestants;
  },
};

/** A file into the uploads of a program, and into the tray. */
export const apiUploadCase: Case = {
  name: 'api-upload',
  title: 'upload to API v1 beside upload.cgi, one stream',
  unit: 'bytes',
  async start(bench) {
    const file = await bench.testFile(bench.scale.sizeBytes);
    const bearer = headerArguments(bearerHeaders);
    const [api, cgi] = [await startNew(bench), await startNew(bench)];
    const tray = filesOf(cgi);
    return [
      {
        name: 'POST /uploads',
        server: api.server,
        async run(round) {
          const url = `${api.server.url}/api/v1/uploads?name=round-${round}.bin`;
          const sent = ['--header', 'content-type: application/octet-stream'];
          const upload = [...bearer, ...sent, '--data-binary', `@${file.path}`, url];
          return { work: file.sizeBytes, ...(await curlTogether([upload])) };
        },
        async tidy() {
          const { items } = await askApi<{ items: { id: string }[] }>(api, '/uploads');
          const headers = { ...bearerHeaders, 'tus-resumable': '1.0.0' };
          for (const { id } of items) {
            await fetch(`${api.server.url}/api/v1/uploads/${id}`, { method: 'DELETE', headers });
          }
          await settleDisk(file.path);
        },
      },
      {
        name: 'upload.cgi',
        server: cgi.server,
        async run(round) {
          const upload = tray.uploadArguments(file.path, `round-${round}.bin`);
          return { work: file.sizeBytes, ...(await curlTogether([upload])) };
        },
        async tidy() {
          await tray.clear();
          await settleDisk(file.path);
        },
      },
    ];
  },
};

/** A file out of the inbox, by both ways. */
export const apiDownloadCase: Case = {
  name: 'api-download',
  title: 'download from API v1 beside the customer’s API, one stream',
  unit: 'bytes',
  async start(bench) {
    const file = await bench.testFile(bench.scale.sizeBytes);
    const valise = await startNew(bench);
    const host = filesOf(valise);
    await curl(...host.uploadArguments(file.path, 'download.bin'));
    const place = (await host.publish())('download.bin');
    const { items } = await askApi<{ items: { id: string; files: { id: string }[] }[] }>(
      valise,
      '/inbox',
    );
    const [item] = items;
    const path = `/api/v1/inbox/${item?.id ?? ''}/files/${item?.files[0]?.id ?? ''}`;
    const { server } = valise;
    return [
      ['GET /inbox/ID/files/ID', [...headerArguments(bearerHeaders), `${server.url}${path}`]],
      ['GET …/files/NAME', host.downloadArguments(place)],
    ].map(([name, download]) => ({
      name: name as string,
      server,
      async run() {
        return { work: file.sizeBytes, ...(await curlTogether([download as string[]])) };
      },
    }));
  },
};

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newCephLocation } from '../../server/src/testing/ceph-server.ts';
import { startPostgresServer } from '../../server/src/testing/postgres-server.ts';
import { startS3FaultProxy } from '../../server/src/testing/s3-fault-proxy.ts';
import { newestInInbox } from '../contract/send-files.ts';
import { addAccount } from '../harness/add-account.ts';
import { Client } from '../harness/client.ts';
import { missingForCluster, startCluster } from '../harness/cluster.ts';
import { eventually } from '../harness/eventually.ts';
import { usualPatienceMs } from '../harness/patience.ts';
import { TusClient } from '../harness/tus-client.ts';
import { lendPage } from '../journeys/lend-page.ts';
import { linkIn, operatorOf } from '../journeys/operator.ts';
import { Persistence } from './persistence.ts';

const MiB = 1024 ** 2;
const content = randomBytes(80 * MiB);
/** What the first node acknowledges before it is killed, in two requests. */
const acknowledged = [24 * MiB, 48 * MiB];
/** Marks, sizes and lists are read: no contents. */
const mayBeRead = MiB;

test(
  'an upload goes on at another node after its own was killed, and nothing of it is read back',
  { skip: missingForCluster, timeout: 300_000 },
  async (t) => {
    const { blobUrl, s3 } = await newCephLocation();
    const store = await startS3FaultProxy(s3.endpoint, { share: 0 });
    t.after(() => store.close());
    const cluster = await startCluster({
      database: await (await startPostgresServer()).createDatabase(),
      blobs: { blobUrl, s3: { ...s3, endpoint: store.endpoint } },
    });
    const anna = new Client(cluster, await addAccount(cluster.dataDir, 'anna@example.com'));
    await lendPage(anna, ['bob@example.org']);
    const mails = await operatorOf(cluster).listSettledMails();
    const page = new URL(linkIn(mails, 'upload', 'bob@example.org')).pathname;
    const [first = assert.fail(), ...others] = cluster.nodes;
    const atFirst = new TusClient(first, page);
    const upload = await atFirst.create('video.mov', content.length);
    let offset = 0;
    for (const end of acknowledged) {
      const answer = await atFirst.append(upload, offset, content.subarray(offset, end));
      assert.equal(answer.status, 204, answer.text());
      offset = end;
    }
    const lost = atFirst.append(upload, offset, content.subarray(offset)).catch(() => undefined);
    const spooled = (): Promise<true | undefined> =>
      cluster.findSpooledFiles().then(({ length }) => (length > 0 ? true : undefined));
    await eventually('the first node receives more', spooled);
    await first.kill();
    await lost;

    const persistence = new Persistence(usualPatienceMs);
    const elsewhere = new TusClient(cluster, page);
    const look = await persistence.until([200], () => elsewhere.look(upload));
    assert.equal(Number(look.headers['upload-offset']), offset, 'what was acknowledged is kept');
    for (const node of others) {
      const end = node === others.at(-1) ? content.length : offset + 8 * MiB;
      const rest = content.subarray(offset, end);
      const atOther = new TusClient(node, page);
      await persistence.until([204], () => atOther.append(upload, offset, rest));
      offset = end;
    }
    await persistence.until([200], () => elsewhere.send([upload], 'From two nodes.'));
    t.diagnostic(`${store.readBytes} bytes read from the store for ${content.length} uploaded`);
    assert.ok(store.readBytes < mayBeRead, `${store.readBytes} bytes were read back`);

    const { url } = await newestInInbox(anna);
    const { body } = await anna.download(url, 'video.mov');
    assert.ok(body.equals(content));
    assert.ok(store.readBytes > content.length, 'reads are counted');
  },
);

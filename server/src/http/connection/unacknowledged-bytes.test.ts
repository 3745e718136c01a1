import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { connectionKey, parseConnections, readUnacknowledged } from './progress-watchdog.ts';

test('a connection is found by both of its ends, in either family', () => {
  const found = parseConnections(
    [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid',
      '   0: 0100007F:1F90 0100007F:D2A4 01 00280000:00000000 01:00000014 00000000     0',
      '   1: 00000000000000000000000001000000:1F90 00000000000000000000000001000000:D2A4 01 00000010:00000000 00',
      '   2: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF0000010200C0:0050 01 00000007:00000000 00',
    ].join('\n'),
  );
  const ends = { localPort: 8080, remotePort: 53_924 };
  const keyOf = (localAddress: string, remoteAddress: string, more = {}) =>
    connectionKey({ ...ends, localAddress, remoteAddress, ...more });
  assert.equal(found.get(keyOf('127.0.0.1', '127.0.0.1')), 0x280000);
  assert.equal(found.get(keyOf('::1', '::1')), 16);
  const mapped = keyOf('::ffff:127.0.0.1', '::ffff:192.0.2.1', { remotePort: 80 });
  assert.equal(found.get(mapped), 7);
  assert.equal(found.size, 3);
});

for (const host of ['127.0.0.1', '::1']) {
  test(`what a peer on ${host} has not read is counted, where the system tells`, async (t) => {
    if (process.platform !== 'linux') {
      t.skip('needs Linux');
      return;
    }
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, host);
    const [socket] = (await once(server, 'connection')) as [Socket];
    t.after(() => {
      client.destroy();
      socket.destroy();
      server.close();
    });
    client.pause();
    socket.write(Buffer.alloc(64 * 1024 * 1024));
    const bytes = (await readUnacknowledged()).get(connectionKey(socket));
    assert.ok(bytes !== undefined && bytes > 0, `${bytes} bytes`);
  });
}

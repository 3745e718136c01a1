import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCapturedTransport } from './captured-transport.ts';
import { testMailTransport } from './mail-transport.conformance.ts';
import { MemoryTransport } from './mail-transport.ts';
import { makeMailCertificate, startMailServer } from './smtp-server-fixture.ts';
import { createSmtpTransport } from './smtp-transport.ts';

testMailTransport('memory', () => {
  const transport = new MemoryTransport();
  return Promise.resolve({
    transport,
    delivered: () => transport.mails.map(({ raw }) => raw),
    takesAs: 'sent',
    keepsCopies: true,
  });
});

testMailTransport('captured', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-mail-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return {
    transport: createCapturedTransport(folder),
    delivered: async () => {
      const mails = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
      return await Promise.all(mails.map((name) => readFile(join(folder, name))));
    },
    takesAs: 'captured',
    keepsCopies: false,
  };
});

testMailTransport('SMTP', async (t) => {
  const certificate = await makeMailCertificate(t);
  const server = await startMailServer(t, certificate);
  const transport = createSmtpTransport({
    host: '127.0.0.1',
    port: server.port,
    connections: 1,
    security: 'starttls',
    credentials: undefined,
    ca: certificate.cert,
  });
  t.after(() => {
    transport.close();
  });
  return {
    transport,
    delivered: () => server.mails.map(({ raw }) => raw),
    takesAs: 'sent',
    keepsCopies: true,
  };
});

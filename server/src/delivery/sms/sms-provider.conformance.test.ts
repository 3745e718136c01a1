import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCapturedSms, MemorySms } from './captured-sms.ts';
import { openGateway } from './gateway-fixture.ts';
import { createHttpSms } from './http-sms.ts';
import { testSmsProvider } from './sms-provider.conformance.ts';

testSmsProvider('memory', () => {
  const provider = new MemorySms();
  const delivered = () => provider.messages.map(({ text }) => text);
  return Promise.resolve({ provider, delivered, takesAs: 'sent', keepsCopies: true });
});

testSmsProvider('captured', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-sms-'));
  t.after(() => rm(folder, { recursive: true }));
  async function delivered(): Promise<string[]> {
    const names = await readdir(folder);
    return await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  }
  const provider = createCapturedSms(folder);
  return { provider, delivered, takesAs: 'captured', keepsCopies: false };
});

testSmsProvider('HTTP, as JSON', async (t) => {
  const { url, requests } = await openGateway(t);
  const provider = createHttpSms({ url, token: undefined, body: 'json' });
  const delivered = () => requests.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  return { provider, delivered, takesAs: 'sent', keepsCopies: true };
});

testSmsProvider('HTTP, as a form', async (t) => {
  const { url, requests } = await openGateway(t);
  const provider = createHttpSms({ url, token: undefined, body: 'form' });
  const delivered = () => requests.map(({ body }) => new URLSearchParams(body).get('text') ?? '');
  return { provider, delivered, takesAs: 'sent', keepsCopies: true };
});

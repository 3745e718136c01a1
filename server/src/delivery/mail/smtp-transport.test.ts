import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { sampleOutgoing } from './mail-transport.conformance.ts';
import type { MailTransport } from './mail-transport.ts';
import { MailFault } from './mail-transport.ts';
import type { MailServerOptions } from './smtp-server-fixture.ts';
import { findFreePort, makeMailCertificate, startMailServer } from './smtp-server-fixture.ts';
import type { SmtpSettings } from './smtp-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const mail = sampleOutgoing('one');
const account = { user: 'valise', password: 'pass word' };

async function open(
  t: TestContext,
  options: MailServerOptions = {},
  settings: Partial<SmtpSettings> = {},
) {
  const certificate = await makeMailCertificate(t);
  const server = await startMailServer(t, certificate, options);
  const transport = createSmtpTransport({
    host: '127.0.0.1',
    port: server.port,
    connections: 1,
    security: 'starttls',
    credentials: undefined,
    ca: certificate.cert,
    ...settings,
  });
  t.after(() => {
    transport.close();
  });
  return { certificate, server, transport };
}

async function faultOf(transport: MailTransport, sent = mail): Promise<MailFault> {
  try {
    await transport.send(sent);
  } catch (error) {
    assert.ok(error instanceof MailFault, String(error));
    return error;
  }
  throw new Error('The mail was taken');
}

test('the envelope holds the one sender and the one receiver, and the way is encrypted', async (t) => {
  const { server, transport } = await open(t);
  await transport.send(mail);
  const [got] = server.mails;
  assert.equal(got?.from, 'valise@example.org');
  assert.deepEqual(got.to, ['bob@example.com']);
  assert.ok(got.isEncrypted);
});

test('TLS from the first byte on works too', async (t) => {
  const { server, transport } = await open(t, { secure: true }, { security: 'tls' });
  await transport.send(mail);
  assert.equal(server.mails[0]?.isEncrypted, true);
});

test('without encryption only when that is what the operator chose', async (t) => {
  const { server, transport } = await open(t, { plain: true }, { security: 'none' });
  await transport.send(mail);
  assert.equal(server.mails[0]?.isEncrypted, false);
});

test('a server that does not offer encryption gets no mail', async (t) => {
  const { server, transport } = await open(t, { plain: true });
  const fault = await faultOf(transport);
  assert.equal(fault.isPermanent, false);
  assert.deepEqual(server.mails, []);
});

for (const security of ['starttls', 'tls'] as const) {
  test(`a server that cannot prove who it is gets no mail (${security})`, async (t) => {
    const secure = security === 'tls';
    const { server, transport } = await open(t, { secure }, { security, ca: undefined });
    const fault = await faultOf(transport);
    assert.match(fault.message, /self-signed/);
    assert.equal(fault.isPermanent, false);
    assert.deepEqual(server.mails, []);
  });
}

test('it signs in where it was told how to', async (t) => {
  const { server, transport } = await open(t, { account }, { credentials: account });
  await transport.send(mail);
  assert.equal(server.mails[0]?.user, 'valise');
});

test('a wrong password is the operator’s to mend: the mail can wait', async (t) => {
  const credentials = { ...account, password: 'wrong' };
  const { server, transport } = await open(t, { account }, { credentials });
  const fault = await faultOf(transport);
  assert.match(fault.message, /535/);
  assert.doesNotMatch(fault.message, /wrong/);
  assert.equal(fault.isPermanent, false);
  assert.deepEqual(server.mails, []);
});

for (const { code, isPermanent } of [
  { code: 550, isPermanent: true },
  { code: 553, isPermanent: true },
  { code: 450, isPermanent: false },
  { code: 451, isPermanent: false },
]) {
  test(`${code} for the receiver is ${isPermanent ? 'final' : 'not final'}`, async (t) => {
    const { transport } = await open(t, { refuseReceiver: () => code });
    const fault = await faultOf(transport);
    assert.match(fault.message, new RegExp(String(code)));
    assert.equal(fault.isPermanent, isPermanent);
  });

  test(`${code} for the message is ${isPermanent ? 'final' : 'not final'}`, async (t) => {
    const { transport } = await open(t, { refuseMessage: () => code });
    assert.equal((await faultOf(transport)).isPermanent, isPermanent);
  });
}

for (const { title, options, isOutage } of [
  { title: '421 for the receiver', options: { refuseReceiver: () => 421 }, isOutage: true },
  { title: '451 for the receiver', options: { refuseReceiver: () => 451 }, isOutage: false },
  { title: '550 for the receiver', options: { refuseReceiver: () => 550 }, isOutage: false },
  { title: 'a missing STARTTLS', options: { plain: true }, isOutage: true },
]) {
  test(`${title} is ${isOutage ? 'an outage' : 'about the one mail'}`, async (t) => {
    const { transport } = await open(t, options);
    assert.equal((await faultOf(transport)).isOutage, isOutage);
  });
}

test('a server that cannot be reached is an outage', async (t) => {
  const { transport, server } = await open(t);
  await server.stop();
  assert.equal((await faultOf(transport)).isOutage, true);
});

test('mails go over as many connections as are allowed', async (t) => {
  const all = Promise.withResolvers<undefined>();
  let underWay = 0;
  const { transport } = await open(
    t,
    {
      async beforeAnswer() {
        underWay += 1;
        if (underWay === 3) all.resolve(undefined);
        await all.promise;
      },
    },
    { connections: 3 },
  );
  await Promise.all(['one', 'two', 'three'].map((label) => transport.send(sampleOutgoing(label))));
  assert.equal(underWay, 3);
});

test('after a refusal the next mail goes out', async (t) => {
  const refuseReceiver = (address: string) => (address === 'no@example.com' ? 550 : undefined);
  const { server, transport } = await open(t, { refuseReceiver });
  await faultOf(transport, sampleOutgoing('no', 'no@example.com'));
  await transport.send(mail);
  assert.equal(server.mails.length, 1);
});

test('a server that is down is a fault that passes when it is up again', async (t) => {
  const certificate = await makeMailCertificate(t);
  const port = await findFreePort();
  const transport = createSmtpTransport({
    host: '127.0.0.1',
    port,
    connections: 1,
    security: 'starttls',
    credentials: undefined,
    ca: certificate.cert,
  });
  t.after(() => {
    transport.close();
  });
  assert.equal((await faultOf(transport)).isPermanent, false);
  const first = await startMailServer(t, certificate, { port });
  await transport.send(mail);
  await first.stop();
  assert.equal((await faultOf(transport)).isPermanent, false);
  const second = await startMailServer(t, certificate, { port });
  await transport.send(mail);
  assert.equal(second.mails.length, 1);
});

test('closing waits a while for the mail under way, and no longer', async (t) => {
  const certificate = await makeMailCertificate(t);
  const reached = Promise.withResolvers<undefined>();
  const server = await startMailServer(t, certificate, {
    beforeAnswer: () => {
      reached.resolve(undefined);
      return new Promise(() => undefined);
    },
  });
  const transport = createSmtpTransport(
    {
      host: '127.0.0.1',
      port: server.port,
      connections: 1,
      security: 'starttls',
      credentials: undefined,
      ca: certificate.cert,
    },
    { graceMs: 100 },
  );
  const fault = faultOf(transport);
  await reached.promise;
  transport.close();
  assert.equal((await fault).isPermanent, false);
});

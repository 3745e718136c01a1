import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { connect } from '../../client/node/connect.ts';
import { adapt, readDocument } from '../deployment/example.ts';
import { missingProgram } from '../deployment/missing-program.ts';
import { runCommands } from '../deployment/run-commands.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { runValise, valise } from '../harness/valise-command.ts';

const examples = join(import.meta.dirname, '../../docs/examples');
const page = readDocument('docs/automation.md');
const { server } = await startExchange(['alice', 'bob']);
const key = keyFor('alice@example.com');
const alice = connect({ url: server.url, key });
const folder = await mkdtemp(join(tmpdir(), 'valise-automation-'));
after(() => rm(folder, { recursive: true }));
const shown = 'https://files.example.com';

function block(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  return text ?? assert.fail(`There is no block "${language}".`);
}

async function referencesSent(): Promise<(string | null)[]> {
  return (await Array.fromAsync(alice.drops())).map(({ reference }) => reference);
}

test('the command for a key of a job is one', async () => {
  const [, args = ''] = /^valise (account key add .*)$/m.exec(page) ?? [];
  const own = adapt(args, [['nightly@example.com', 'alice@example.com']]).split(' ');
  assert.match(await valise(...own, '--data', server.dataDir), /vk_/);
});

describe('automation with curl', { skip: missingProgram('curl') }, () => {
  test('the commands send once, however often they are repeated, and report as CSV', async () => {
    await writeFile(join(folder, 'report.pdf'), 'a report');
    const send = `KEY='${key}'\n${adapt(block('sh send'), [[shown, server.url]])}`;
    await runCommands(send, folder);
    const first = await readFile(join(folder, 'drop.json'), 'utf8');
    await runCommands(send, folder);
    assert.equal(await readFile(join(folder, 'drop.json'), 'utf8'), first);
    assert.deepEqual(await referencesSent(), ['case-4711']);
    await runCommands(adapt(block('sh report'), [[shown, server.url]]), folder);
    const [title = '', row = ''] = (await readFile(join(folder, 'deliveries.csv'), 'utf8'))
      .replace('\ufeff', '')
      .split('\r\n');
    assert.equal(row.split(',').length, title.split(',').length);
    assert.match(row, /case-4711.*bob@example\.com|bob@example\.com.*case-4711/);
  });

  test('the nightly batch sends each file once, keeps what cannot go, and sets aside what is refused', async () => {
    const outbox = join(folder, 'outbox');
    const headers = join(folder, 'headers');
    const put = async (to: string, name: string, content: string) => {
      await mkdir(join(outbox, to), { recursive: true });
      await writeFile(join(outbox, to, name), content);
    };
    const named = (path: string) => readdir(join(outbox, path)).catch(() => []);
    const script = join(examples, 'send-outbox.sh');
    const run = (url: string) =>
      new Promise<number>((resolve) => {
        execFile(script, [outbox, url, headers], (error) => {
          resolve(error === null ? 0 : Number(error.code));
        });
      });
    await put('bob@example.com', 'a letter; the 2nd, new.txt', 'a');
    await put('bob@example.com', 'b.txt', 'b');
    // What nobody listens at.
    assert.equal(await run('http://127.0.0.1:1'), 9);
    assert.equal((await named('bob@example.com')).length, 2);

    const before = (await referencesSent()).length;
    assert.equal(await run(server.url), 0);
    assert.deepEqual(await named('bob@example.com'), []);
    const sent = await named('sent/bob@example.com');
    assert.deepEqual(sent, ['a letter; the 2nd, new.txt', 'b.txt']);
    // Killed after the send and before the move: it is there again, and is not sent again.
    await put('bob@example.com', 'b.txt', 'b');
    await put('no-address@', 'c.txt', 'c');
    await put('bob@example.com', 'quoted "d".txt', 'd');
    assert.equal(await run(server.url), 1);
    assert.equal((await referencesSent()).length, before + 2);
    assert.deepEqual(await named('refused/no-address@'), ['c.txt', 'c.txt.reason.json']);
    const reason = await readFile(join(outbox, 'refused/no-address@/c.txt.reason.json'), 'utf8');
    assert.match(reason, /"code":"invalid"/);
    assert.equal((await named('refused/bob@example.com')).length, 2);
    const drops = await Array.fromAsync(alice.drops(), ({ id }) => alice.status(id));
    const names = drops.flatMap(({ files }) => files.map(({ name }) => name));
    assert.ok(names.includes('a letter; the 2nd, new.txt'), names.join());
  });
});

interface FlowNode {
  name: string;
  type: string;
  parameters: {
    method: string;
    url: string;
    headerParameters: { parameters: { name: string; value: string }[] };
    bodyParameters: {
      parameters: { parameterType: string; name: string; value?: string }[];
    };
  };
}

test('the flow of n8n is whole, and its request sends, once for each execution', async () => {
  const text = await readFile(join(examples, 'n8n-send-file.json'), 'utf8');
  const { nodes, connections } = JSON.parse(text) as {
    nodes: FlowNode[];
    connections: Record<string, { main: { node: string }[][] }>;
  };
  const names = nodes.map(({ name }) => name);
  for (const [from, { main }] of Object.entries(connections)) {
    assert.ok(names.includes(from));
    for (const { node } of main.flat()) assert.ok(names.includes(node));
  }
  const { parameters } = nodes.find(({ type }) => type.endsWith('.httpRequest')) ?? assert.fail();
  const values: Record<string, string> = { '$execution.id': '17', $itemIndex: '0' };
  const evaluated = (written: string) =>
    written.replaceAll(/\{\{ (.*?) \}\}/g, (_, name: string) => values[name] ?? assert.fail(name));
  async function send(): Promise<string> {
    const form = new FormData();
    for (const { parameterType, name, value } of parameters.bodyParameters.parameters) {
      if (parameterType === 'formBinaryData') form.append(name, new File(['abc'], 'new.pdf'));
      else form.append(name, value ?? assert.fail(name));
    }
    const headers = new Headers({ authorization: `Bearer ${key}` });
    for (const { name, value } of parameters.headerParameters.parameters) {
      headers.set(name, evaluated(value));
    }
    const url = adapt(parameters.url, [[shown, server.url]]);
    const answer = await fetch(url, { method: parameters.method, headers, body: form });
    const body = await answer.text();
    assert.equal(answer.status, 201, body);
    return (JSON.parse(body) as { id: string }).id;
  }
  assert.equal(await send(), await send());
});

test('a model is offered five tools by the command of the page', async () => {
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, key, { mode: 0o600 });
  const { mcpServers } = JSON.parse(block('json mcp')) as {
    mcpServers: { valise: { args: string[]; env: Record<string, string> } };
  };
  const { args, env } = mcpServers.valise;
  assert.deepEqual(Object.keys(env), ['VALISE_URL', 'VALISE_KEY_FILE']);
  const ask = (id: number, method: string, params: object = {}) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
  const client = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const { stdout } = await runValise(
    args.map((arg) => (arg === '/home/anna/exchange' ? folder : arg)),
    {
      env: { VALISE_URL: server.url, VALISE_KEY_FILE: keyFile },
      input: ask(1, 'initialize', client) + ask(2, 'tools/list'),
    },
  );
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number });
  const { result } = answers.find(({ id }) => id === 2) as unknown as {
    result: { tools: { name: string }[] };
  };
  assert.deepEqual(result.tools.map(({ name }) => name).sort(), [
    'ask',
    'inbox',
    'save',
    'send',
    'status',
  ]);
});

interface Described {
  basePath: string;
  paths: Record<
    string,
    Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>
  >;
}

test('what Power Automate reads from the OpenAPI file uploads and sends', async () => {
  const described = (await (await fetch(`${server.url}/openapi-2.json`)).json()) as Described;
  async function call(id: string, values: Record<string, unknown>): Promise<{ id: string }> {
    const found = Object.entries(described.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, each]) => ({ ...each, path, method })),
      )
      .find(({ operationId }) => operationId === id);
    const { path, method, parameters = [] } = found ?? assert.fail(id);
    const place = (name: string) => parameters.find((each) => each.name === name)?.in;
    const url = new URL(described.basePath.replace(/\/$/, '') + path, server.url);
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    let body: Buffer | string | undefined;
    for (const [name, value] of Object.entries(values)) {
      const where = place(name) ?? assert.fail(`${id} has no ${name}`);
      if (where === 'query') url.searchParams.set(name, String(value));
      else if (Buffer.isBuffer(value)) body = value;
      else {
        body = JSON.stringify(value);
        headers['content-type'] = 'application/json';
      }
    }
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    const text = await answer.text();
    assert.equal(answer.status, 201, text);
    return JSON.parse(text) as { id: string };
  }
  const upload = await call('uploadsCreate', { name: 'flow.txt', body: Buffer.from('flow') });
  const order = JSON.parse(adapt(block('json'), [['ID OF THE UPLOAD', upload.id]])) as object;
  const drop = await call('dropsSend', { body: order });
  assert.deepEqual(
    (await alice.status(drop.id)).files.map(({ name, size }) => [name, size]),
    [['flow.txt', 4]],
  );
});

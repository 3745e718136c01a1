// One Fastify route and nothing else: no credentials, no token, no store, no log.
//
//   node bare-fastify-server.ts ANSWER.json     where that file holds an Answer

import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { Answer } from './bare-fastify.ts';

const [answerFile] = process.argv.slice(2);
if (answerFile === undefined) throw new Error('Name the file that holds the answer');
const { path, headers, body } = JSON.parse(readFileSync(answerFile, 'utf8')) as Answer;
const isJson = headers['content-type']?.startsWith('application/json') === true;
const content: unknown = isJson ? JSON.parse(body) : body;

const app = Fastify();
app.get(path, (_request, reply) => {
  reply.headers(headers);
  return content;
});
process.once('SIGTERM', () => {
  void app.close();
});
console.log(`listening at ${await app.listen({ host: '127.0.0.1', port: 0 })}`);

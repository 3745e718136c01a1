import type { Account } from '../../client/conformance/account.ts';
import type { ContactList, History } from '../../client/conformance/wire.ts';
import type { Fault, Passing } from './breaking-proxy.ts';
import { rewrite } from './breaking-proxy.ts';

function asks(operation: string): (request: Passing) => boolean {
  return ({ url }) => url.includes(`/cgi/${operation}.cgi`);
}

const reads = asks('contacts_read');
const isDownload = ({ url }: Passing) => url.includes('/files/');
export const ofHistory = asks('get_history');

interface Parties {
  probe: Account;
  other: Account;
  goodToken: string;
  otherToken: string;
}

/** What a server can get wrong, by the check that is meant to see it. */
export function faultsOf({ probe, other, goodToken, otherToken }: Parties): Record<string, Fault> {
  function becomeOther(request: Passing): void {
    if (request.headers.authorization !== probe.authorization) return;
    request.headers.authorization = other.authorization;
    request.headers['csrf-token'] = otherToken;
    request.url = request.url.replace(probe.email, other.email);
  }

  return {
    'token/wrong': {
      ask: (request) => {
        if (reads(request) && request.headers['csrf-token'] === 'invalid')
          request.headers['csrf-token'] = goodToken;
      },
    },
    'token/field': {
      answer: (answer) => {
        answer.body = Buffer.from(
          answer.body.toString().replace('type="hidden" id="csrftoken"', ''),
        );
        answer.headers['content-length'] = String(answer.body.length);
      },
    },
    'credentials/missing': {
      answer: ({ headers }) => {
        delete headers['www-authenticate'];
      },
    },
    'credentials/wrong': {
      answer: (answer, { headers }) => {
        if (headers.authorization !== undefined && answer.status === 401)
          answer.headers['x-hint'] = 'wrong key';
      },
    },
    'path/foreign': {
      answer: (answer) => {
        if (answer.status === 403) answer.status = 200;
      },
    },
    'path/foreign-same': {
      answer: (answer, { url }) => {
        if (answer.status === 403 && url.includes('other'))
          rewrite<{ message: string }>(answer, (body) => ({
            ...body,
            message: `${body.message} It exists.`,
          }));
      },
    },
    'path/head': {
      answer: (answer, { method }) => {
        if (method === 'HEAD' && answer.status === 200) answer.status = 405;
      },
    },
    'path/no-slash': {
      answer: (answer) => {
        if (answer.status === 308) answer.status = 302;
      },
    },
    'order/createdrop': {
      answer: (answer) => {
        // The body before the token.
        if (answer.status === 403 && answer.body.includes('"csrf"')) answer.status = 422;
      },
    },
    'body/not-utf-8': {
      answer: (answer) => {
        if (answer.status === 400) {
          answer.status = 200;
          rewrite(answer, () => ({ status: 'ok' }));
        }
      },
    },
    'body/western': {
      ask: ({ headers }) => {
        headers['content-type'] = 'application/json';
      },
    },
    'error/details': {
      answer: (answer) => {
        if (answer.status === 422)
          rewrite<{ details: unknown[] }>(answer, (body) => ({
            ...body,
            details: body.details.slice(0, 1),
          }));
      },
    },
    'header/every-answer': {
      answer: ({ headers }) => {
        delete headers['referrer-policy'];
      },
    },
    'header/downloads': {
      answer: (answer, request) => {
        if (isDownload(request)) answer.headers['cache-control'] = 'public, max-age=60';
      },
    },
    'contacts/fields': {
      answer: (answer, request) => {
        if (reads(request) && answer.status === 200)
          rewrite<ContactList>(answer, ({ local, global }) => ({
            local: local.map((contact) => ({ ...contact, nick: undefined })),
            global,
          }));
      },
    },
    'contacts/exists-unchanged': {
      answer: (answer) => {
        if (answer.status === 409) {
          answer.status = 200;
          rewrite(answer, () => ({ status: 'ok' }));
        }
      },
    },
    'receivers/filled': {
      answer: (answer, request) => {
        if (ofHistory(request))
          rewrite<History>(answer, (body) => ({
            ...body,
            history: body.history.map((entry) => ({
              ...entry,
              receivers: entry.receivers.map((receiver) => ({ ...receiver, number: '' })),
            })),
          }));
      },
    },
    'tray/order': {
      answer: (answer, request) => {
        if (asks('get_files')(request)) rewrite<unknown[]>(answer, (files) => files.toReversed());
      },
    },
    'upload/chunked-answer': {
      answer: (answer, request) => {
        if (!asks('upload')(request)) return;
        delete answer.headers['transfer-encoding'];
        answer.headers['content-length'] = String(answer.body.length);
      },
    },
    'upload/all-or-nothing': {
      ask: (request) => {
        // The wrong name is made a right one: the upload that must be refused is taken.
        if (asks('upload')(request))
          request.body = Buffer.from(
            request.body.toString('latin1').replace('filename=".."', 'filename="ok"'),
            'latin1',
          );
      },
    },
    'file-name/extended': {
      ask: (request) => {
        request.body = Buffer.from(
          request.body.toString('latin1').replaceAll('filename*=', 'ignored=  '),
          'latin1',
        );
      },
    },
    'form/digest-1': {
      ask: ({ headers }) => {
        delete headers['content-digest'];
      },
    },
    'drop/order': {
      answer: (answer) => {
        if (answer.body.includes('"no_receivers"'))
          rewrite<object>(answer, (body) => ({ ...body, error: 'no_files' }));
      },
    },
    'drop/bad-desttime': {
      ask: (request) => {
        request.body = Buffer.from(request.body.toString().replace('1.5', '600'));
      },
    },
    'assertion/broken': {
      ask: (request) => {
        if (asks('createdrop')(request)) request.body = Buffer.from('{"desttime":600}');
      },
    },
    'repeat/once': {
      ask: ({ headers }) => {
        delete headers['idempotency-key'];
      },
    },
    'history/strings': {
      answer: (answer, request) => {
        if (ofHistory(request))
          rewrite<History>(answer, (body) => ({ ...body, live_drops: Number(body.live_drops) }));
      },
    },
    'inbox/entry': {
      answer: (answer, request) => {
        if (ofHistory(request))
          rewrite<History>(answer, (body) => ({
            ...body,
            inbox: body.inbox.map((entry) => ({ ...entry, sender: '' })),
          }));
      },
    },
    'inbox/others': {
      ask: (request) => {
        // Whose entry it is does not matter any more.
        if (isDownload(request)) becomeOther(request);
      },
    },
    'download/bytes': {
      answer: ({ body }, request) => {
        if (isDownload(request)) body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
      },
    },
    'download/digest': {
      answer: ({ headers }) => {
        delete headers['repr-digest'];
      },
    },
    'download/ranges': {
      ask: ({ headers }) => {
        delete headers.range;
      },
    },
    'download/conditions': {
      ask: ({ headers }) => {
        delete headers['if-match'];
      },
    },
    'download/types': {
      answer: ({ headers }, request) => {
        if (isDownload(request)) headers['content-disposition'] = 'inline';
      },
    },
  };
}

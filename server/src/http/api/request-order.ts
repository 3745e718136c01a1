import type { apiRequestOperations } from '#protocol/operations/api-requests.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { RequestOrder } from '../../domain/grants/request-order.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { namedByPlace, readReceivers } from './given-receivers.ts';

type GivenRequest = InputOf<(typeof apiRequestOperations)['create']['input']>['json'];

/** The request that a program asks for. Throws `invalid` unless it names receivers or a number of links. */
export function readOrder(given: GivenRequest, lifetimeMs: number): RequestOrder {
  const { receivers, links, title, message, notify, reference, options = {} } = given;
  if ((receivers === undefined) === (links === undefined)) {
    throw invalid([{ field: 'body', problem: 'must have either receivers or links.' }]);
  }
  return {
    asked: links === undefined ? { receivers: readReceivers(receivers ?? []) } : { links },
    title,
    message: message === '' ? undefined : message,
    lifetimeMs,
    limits: {
      maxFiles: options.max_files,
      maxBytes: options.max_bytes,
      maxFileBytes: options.max_file_bytes,
      maxReturns: options.max_uses,
    },
    notify: notify === 'none' ? 'none' : undefined,
    reference,
    secondFactor: options.second_factor,
  };
}

/** What the domain refuses, with the names that fields have in the request. `end`: which of two says the end. */
export function refusedOrder(error: unknown, end: 'expires_in' | 'expires_at'): unknown {
  if (!(error instanceof ValiseError) || error.code !== 'invalid') return error;
  const names: Readonly<Record<string, string>> = {
    until: end,
    maxFiles: 'options.max_files',
    maxBytes: 'options.max_bytes',
    maxFileBytes: 'options.max_file_bytes',
    maxReturns: 'options.max_uses',
  };
  const details = error.details ?? [];
  return namedByPlace(
    invalid(details.map((each) => ({ ...each, field: names[each.field] ?? each.field }))),
  );
}

/** Nobody would ever see the links. */
export function linksHidden({ asked }: Pick<RequestOrder, 'asked'>): ValiseError {
  const rule = 'The links of a request are shown to keys with the scope links, where the operator';
  return new ValiseError('forbidden', `${rule} lets senders see links.`, {
    details: [
      { field: 'links' in asked ? 'links' : 'notify', problem: 'needs links that can be seen.' },
    ],
  });
}

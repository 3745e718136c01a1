import type { WireErrorCode } from '../errors.ts';
import { wireErrorCodes } from '../errors.ts';
import type { Operation } from './operation.ts';

/** Why an operation may refuse a request, in the order of protocol/errors.ts. */
export function failuresOf({ access, input, bytes, fails = [] }: Operation): WireErrorCode[] {
  const { params, query, headers, json, form, multipart } = input;
  const hasFields = (query ?? headers) !== undefined;
  const hasBody = (json ?? form ?? multipart ?? bytes) !== undefined;
  const hasKey = access !== 'public' && (access.scheme === 'basic' || access.scheme === 'bearer');
  const codes = new Set<WireErrorCode>([
    ...fails,
    ...(hasKey ? (['unauthorized', 'forbidden', 'too_many_requests'] as const) : []),
    // A bearer's query may hold no name that the operation does not know.
    ...(hasFields || hasBody || (hasKey && access.scheme === 'bearer')
      ? (['bad_request'] as const)
      : []),
    ...(hasKey && access.scheme === 'basic' && access.csrf ? (['csrf'] as const) : []),
    ...(params === undefined ? [] : (['not_found'] as const)),
    ...(hasBody ? (['too_large', 'unsupported_media_type'] as const) : []),
    ...(json === undefined && multipart === undefined ? [] : (['invalid'] as const)),
    ...(['internal', 'unavailable'] as const),
  ]);
  return wireErrorCodes.filter((code) => codes.has(code));
}

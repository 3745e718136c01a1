import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { schemasOf } from '../../../../scripts/describe-routes.ts';
import type { TableAction } from './route-table-fixture.ts';
import { proofFields, tokenField } from './session-guard.ts';

/** Where in a request a text stands. */
export type Place = 'params' | 'query' | 'headers' | 'form' | 'json' | 'multipart';

/** A field of a route that holds text. In JSON, `path` leads to it. */
export interface TextField {
  place: Place;
  name: string;
  path: readonly (string | number)[];
  /** The most characters that its schema permits. */
  maxLength: number;
}

interface AnySchema {
  type?: string;
  const?: unknown;
  not?: object;
  anyOf?: AnySchema[];
  items?: AnySchema;
  properties?: Record<string, AnySchema>;
  maxLength?: number;
  /** What a field should hold that takes any value. */
  expects?: AnySchema;
}

/**
 * Every text field of an action, by its schema and by what the guard reads of forms. Fails for what it does not know.
 */
export function textFieldsOf(action: TableAction): TextField[] {
  const { body, access } = action;
  const fields = Object.entries(schemasOf(action)).flatMap(([part, each]) => {
    if (part === 'answer') return [];
    if (part === 'body') return fieldsIn(each, bodyPlaceOf(body));
    assert.ok(part === 'params' || part === 'query' || part === 'headers', part);
    return fieldsIn(each, part);
  });
  const isSession = access !== 'public' && access.scheme === 'session';
  const needsProof = isSession && access.proof === 'recent';
  const guarded = [
    ...(body === 'form' || body === 'multipart' ? [tokenField] : []),
    ...(body === 'form' && needsProof ? Object.values(proofFields) : []),
  ];
  return [
    ...fields,
    ...guarded.map((name) => ({ ...fieldAt(bodyPlaceOf(body), [name]), maxLength: Infinity })),
  ];
}

function bodyPlaceOf(body: TableAction['body']): Place {
  assert.ok(
    body === 'form' || body === 'json' || body === 'multipart',
    `a body of ${String(body)}`,
  );
  return body;
}

function fieldAt(place: Place, path: readonly (string | number)[]): TextField {
  return { place, name: path.join('.'), path, maxLength: Infinity };
}

function fieldsIn(
  schema: TSchema | AnySchema,
  place: Place,
  path: readonly (string | number)[] = [],
): TextField[] {
  const {
    type,
    not,
    anyOf,
    items,
    properties,
    expects,
    maxLength = Infinity,
  } = schema as AnySchema;
  if (expects !== undefined) return fieldsIn(expects, place, path);
  // What must not be there is not read.
  if (not !== undefined) return [];
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, each]) =>
      fieldsIn(each, place, [...path, name]),
    );
  }
  if (items !== undefined) return fieldsIn(items, place, place === 'json' ? [...path, 0] : path);
  if (anyOf !== undefined) {
    const all = anyOf.flatMap((each) => fieldsIn(each, place, path));
    return all.filter(({ name }, index) => all.findIndex((each) => each.name === name) === index);
  }
  const isPlain = type === 'number' || type === 'integer' || type === 'boolean';
  if (type === 'null' || (isPlain && place === 'json')) return [];
  // On the wire, numbers and marks of a form are texts too.
  if (place !== 'json' && (type === 'integer' || type === 'boolean')) {
    return [{ ...fieldAt(place, path), maxLength }];
  }
  // An unknown type, as that of a file, may be a text.
  assert.ok(
    type === 'string' || type === undefined,
    `${path.join('.')} has the type ${String(type)}`,
  );
  return [{ ...fieldAt(place, path), maxLength }];
}

/** A body in JSON that fits the schema of an action, with `text` at `path`. */
export function jsonWith(
  action: TableAction,
  path: readonly (string | number)[] | undefined,
  text: string,
): unknown {
  const { body } = schemasOf(action);
  return valueOf(body ?? assert.fail(), path, text, '');
}

function valueOf(
  schema: AnySchema,
  path: readonly (string | number)[] | undefined,
  text: string,
  name: string,
): unknown {
  const [first, ...rest] = path ?? [];
  const isHere = path?.length === 0;
  const { const: literal, anyOf, items, properties, type, expects } = schema;
  if (expects !== undefined) return valueOf(expects, path, text, name);
  if (anyOf !== undefined) {
    const chosen = anyOf.find((each) =>
      typeof first === 'number'
        ? each.items !== undefined
        : typeof first === 'string'
          ? each.properties !== undefined && first in each.properties
          : each.type === 'string',
    );
    return valueOf(chosen ?? anyOf[0] ?? {}, path, text, name);
  }
  if (properties !== undefined) {
    const entries = Object.entries(properties).map(([key, each]): [string, unknown] => [
      key,
      valueOf(each, key === first ? rest : undefined, text, key),
    ]);
    return Object.fromEntries(entries);
  }
  if (items !== undefined) return [valueOf(items, first === 0 ? rest : undefined, text, name)];
  if (isHere) return text;
  if (literal !== undefined) return literal;
  if (type === 'number' || type === 'integer') return 1;
  return plainValues[name] ?? 'x';
}

/** What fields hold that are not under test. */
export const plainValues: Readonly<Record<string, string>> = {
  email: 'zoe@example.com',
  receivers: 'zoe@example.com',
  number: '46700000001',
  language: 'en',
  desttime: '3600',
  do: 'upload',
  act: 'save',
  lifetime: '7',
  channel: 'email',
  from: 'sender',
  way: 'link',
  links: '1',
  days: '7',
  'tus-resumable': '1.0.0',
  'upload-length': '3',
  'upload-offset': '0',
  'idempotency-key': 'one',
};

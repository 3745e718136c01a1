import type { Schema } from './openapi-schemas.ts';

/** What is read of a description, of today or of a release before. */
export interface ComparedDescription {
  paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  components: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface ComparedOperation {
  operationId: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly { name: string; in: string; required?: true; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { headers?: object; content?: Content }>>;
}

type Content = Readonly<Record<string, { schema: Schema }>>;

/** Where a schema stands: clients write what the server reads, and read what it answers. */
type Side = 'input' | 'answer';

/** Both versions of something, with what refers to their parts. */
interface Pair<Value> {
  was: Value;
  is: Value;
  schemas: { was: ComparedDescription['components']; is: ComparedDescription['components'] };
}

/** Every change of API v1 that breaks a client of the earlier description; each names its place. */
export function breakingChanges(
  earlier: ComparedDescription,
  today: ComparedDescription,
): string[] {
  const schemas = { was: earlier.components, is: today.components };
  return Object.entries(earlier.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, was]) => {
        const place = `${method.toUpperCase()} ${path}`;
        const is = today.paths[path]?.[method];
        if (is === undefined) return [`${place}: removed`];
        const pair = { was: was as ComparedOperation, is: is as ComparedOperation, schemas };
        return compareOperations(pair).map((change) => `${place}: ${change}`);
      }),
    );
}

function compareOperations(pair: Pair<ComparedOperation>): string[] {
  const { was, is } = pair;
  return [
    ...(was.operationId === is.operationId ? [] : [`its name was ${was.operationId}`]),
    ...compareSecurity(pair),
    ...compareParameters(pair),
    ...compareContent(pair, was.requestBody?.content, is.requestBody?.content, 'input', 'body'),
    ...(was.requestBody === undefined && is.requestBody !== undefined ? ['a body is wanted'] : []),
    ...compareAnswers(pair),
  ];
}

/** Each way to be let in must still be one. */
function compareSecurity({ was, is }: Pair<ComparedOperation>): string[] {
  const ways = new Set(is.security.map((way) => JSON.stringify(way)));
  if (was.security.length === 0) return ways.size === 0 ? [] : ['a key is wanted'];
  const lost = was.security.map((way) => JSON.stringify(way)).filter((way) => !ways.has(way));
  return ways.size === 0 ? [] : lost.map((way) => `${way} no longer suffices`);
}

function compareParameters({ was, is, schemas }: Pair<ComparedOperation>): string[] {
  const keyOf = ({ name, in: place }: { name: string; in: string }) => `${place} ${name}`;
  const earlier = new Map((was.parameters ?? []).map((each) => [keyOf(each), each]));
  const today = new Map((is.parameters ?? []).map((each) => [keyOf(each), each]));
  const wanted = [...today].filter(
    ([key, { required }]) => required === true && earlier.get(key)?.required !== true,
  );
  return [
    ...wanted.map(([key]) => `${key} is required`),
    ...[...earlier].flatMap(([key, { schema }]) => {
      const found = today.get(key);
      if (found === undefined) return [`${key} was removed`];
      return compareSchemas({ was: schema, is: found.schema, schemas }, 'input', key);
    }),
  ];
}

function compareAnswers(pair: Pair<ComparedOperation>): string[] {
  const succeeded = Object.entries(pair.was.responses).filter(([status]) => status.startsWith('2'));
  return succeeded.flatMap(([status, was]) => {
    const is = pair.is.responses[status];
    if (is === undefined) return [`it was answered with ${status}`];
    const lost = Object.keys(was.headers ?? {}).filter((name) => !(name in (is.headers ?? {})));
    return [
      ...lost.map((name) => `the header ${name} of the answer was removed`),
      ...compareContent(pair, was.content, is.content, 'answer', status),
    ];
  });
}

function compareContent(
  { schemas }: Pair<unknown>,
  was: Content = {},
  is: Content = {},
  side: Side,
  place: string,
): string[] {
  return Object.entries(was).flatMap(([type, { schema }]) => {
    const found = is[type];
    if (found === undefined) return [`${place} was ${type}`];
    return compareSchemas({ was: schema, is: found.schema, schemas }, side, place);
  });
}

interface Resolved {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  'x-open'?: true;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: unknown;
}

function compareSchemas(pair: Pair<Schema>, side: Side, place: string): string[] {
  const was = resolve(pair.was, pair.schemas.was);
  const is = resolve(pair.is, pair.schemas.is);
  const both = { was, is, schemas: pair.schemas };
  return [
    ...compareTypes(both, side, place),
    ...compareWords(both, side, place),
    ...(side === 'input' ? compareBounds(both, place) : []),
    ...compareProperties(both, side, place),
    ...(was.items !== undefined && is.items !== undefined
      ? compareSchemas({ ...both, was: was.items, is: is.items }, side, `${place}[]`)
      : []),
  ];
}

function resolve(schema: Schema, { schemas = {} }: ComparedDescription['components']): Resolved {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {};
}

const anyType = ['string', 'number', 'boolean', 'object', 'array', 'null'];

function typesOf({ type }: Resolved): string[] {
  if (type === undefined) return anyType;
  const types = typeof type === 'string' ? [type] : [...type];
  return types;
}

/** An integer is a number as well. */
function isAmong(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function compareTypes({ was, is }: Pair<Resolved>, side: Side, place: string): string[] {
  const [had, has] = [typesOf(was), typesOf(is)];
  const wrong =
    side === 'input'
      ? had.filter((type) => !isAmong(type, has)).map((type) => `${place} no longer takes ${type}`)
      : has.filter((type) => !isAmong(type, had)).map((type) => `${place} may be ${type}`);
  return wrong;
}

function wordsOf({ enum: words, const: word }: Resolved): readonly unknown[] | undefined {
  return words ?? (word === undefined ? undefined : [word]);
}

/** Of an answer whose words are open, clients were told that more may come. */
function compareWords({ was, is }: Pair<Resolved>, side: Side, place: string): string[] {
  const [had, has] = [wordsOf(was), wordsOf(is)];
  if (side === 'answer') {
    if (had === undefined || was['x-open'] === true) return [];
    if (has === undefined || is['x-open'] === true) return [`${place} may be any word`];
    return has
      .filter((word) => !had.includes(word))
      .map((word) => `${place} may be ${String(word)}`);
  }
  if (has === undefined) return [];
  if (had === undefined) return [`${place} takes some words only`];
  return had
    .filter((word) => !has.includes(word))
    .map((word) => `${place} no longer takes ${String(word)}`);
}

const least = ['minLength', 'minimum', 'minItems'];
const most = ['maxLength', 'maximum', 'maxItems'];

function compareBounds({ was, is }: Pair<Resolved>, place: string): string[] {
  const [before, now] = [was as Record<string, unknown>, is as Record<string, unknown>];
  const narrowed = [
    ...least.filter((name) => Number(now[name] ?? -Infinity) > Number(before[name] ?? -Infinity)),
    ...most.filter((name) => Number(now[name] ?? Infinity) < Number(before[name] ?? Infinity)),
    ...['pattern', 'format'].filter(
      (name) => now[name] !== undefined && now[name] !== before[name],
    ),
  ];
  return narrowed.map((name) => `${place} has a narrower ${name}`);
}

function compareProperties(pair: Pair<Resolved>, side: Side, place: string): string[] {
  const { was, is, schemas } = pair;
  const isRequired = ({ required = [] }: Resolved, name: string) => required.includes(name);
  const added = Object.keys(is.properties ?? {}).filter(
    (name) => side === 'input' && isRequired(is, name) && !isRequired(was, name),
  );
  const wasOpen =
    side === 'input' && was.properties !== undefined && was.additionalProperties !== false;
  return [
    ...added.map((name) => `${place}.${name} is required`),
    ...(wasOpen && is.additionalProperties === false ? [`${place} takes no other fields`] : []),
    ...Object.entries(was.properties ?? {}).flatMap(([name, schema]) => {
      const found = is.properties?.[name];
      const inner = `${place}.${name}`;
      if (found === undefined) return [`${inner} was removed`];
      const isLost = side === 'answer' && isRequired(was, name) && !isRequired(is, name);
      return [
        ...(isLost ? [`${inner} may be missing`] : []),
        ...compareSchemas({ was: schema, is: found, schemas }, side, inner),
      ];
    }),
  ];
}

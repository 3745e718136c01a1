/** JSON Schema as OpenAPI documents have it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What our readers of requests know, and JSON Schema does not. */
const ownKeywords = new Set(['lenient', 'trim', 'cut', 'problem', 'code', '~unsafe']);
const plainKeywords = new Set([
  ...['type', 'enum', 'const', 'required', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'minItems', 'maxItems', 'uniqueItems', 'title', 'description'],
]);
const withSchema = new Set(['items', 'not', 'additionalProperties']);

/**
 * The schema as others read it: without alternatives, and with `x-open` where words may be added. Throws for a keyword
 * that nobody has decided about.
 */
export function describeSchema(schema: object): Schema {
  const {
    expects,
    open: isOpen,
    ...written
  } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
  // Any value fits, so that one answer can name all faults; this is what is meant.
  if (expects !== undefined) return describeSchema(expects as object);
  const { anyOf, patternProperties, ...others } = Object.fromEntries(
    Object.entries(written).filter(([keyword]) => !ownKeywords.has(keyword)),
  );
  return withType({
    ...(isOpen === true && { 'x-open': true }),
    ...(anyOf !== undefined && mergeAlternatives((anyOf as object[]).map(describeSchema))),
    ...Object.fromEntries(
      Object.entries(others).map(([keyword, value]) => [keyword, describeKeyword(keyword, value)]),
    ),
    ...(patternProperties !== undefined && describeRecord(patternProperties)),
  });
}

function describeKeyword(keyword: string, value: unknown): unknown {
  if (plainKeywords.has(keyword)) return value;
  if (withSchema.has(keyword)) {
    return typeof value === 'boolean' ? value : describeSchema(value as object);
  }
  if (keyword === 'properties') {
    const named = Object.entries(value as Record<string, object>);
    return Object.fromEntries(named.map(([name, each]) => [name, describeSchema(each)]));
  }
  throw new Error(`The keyword ${keyword} of a schema is not known to the description`);
}

/** Any names, with values of one schema. */
function describeRecord(patterns: unknown): Schema {
  const [each, ...others] = Object.values(patterns as Record<string, object>);
  if (each === undefined || others.length > 0) throw new Error('A record has several patterns');
  return { additionalProperties: describeSchema(each) };
}

/** Generators read a list of words as anything unless its type is written. */
function withType(schema: Schema): Schema {
  const words = (schema.enum ?? ('const' in schema ? [schema.const] : [])) as unknown[];
  if (schema.type !== undefined || words.length === 0) return schema;
  const types = [...new Set(words.map((word) => (word === null ? 'null' : typeof word)))];
  return { type: types.length === 1 ? types[0] : types, ...schema };
}

/** Types of a schema; none says that any value fits. */
function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : (type as string[]);
}

/**
 * One schema for all that the alternatives let pass, since generators of clients disagree on `anyOf`. It may let pass
 * more, such as a mixture of two objects; the server decides by the alternatives.
 */
function mergeAlternatives(alternatives: readonly Schema[]): Schema {
  if (alternatives.some((each) => typesOf(each).length === 0)) return {};
  const types = [...new Set(alternatives.flatMap(typesOf))];
  const ofType = (type: string) => alternatives.filter((each) => typesOf(each).includes(type));
  const merged = types
    .map((type) => ofType(type).reduce((one, other) => mergeTwo(type, one, other)))
    .map(withoutValues);
  const words = alternatives.flatMap(wordsOf);
  return {
    type: types.length === 1 ? types[0] : types,
    ...Object.assign({}, ...merged),
    ...(words.every((word) => word !== undefined) && { enum: [...new Set(words)] }),
  } as Schema;
}

function withoutValues(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([name]) => !['type', 'enum', 'const'].includes(name));
  return Object.fromEntries(kept);
}

/** The only values of a schema; undefined stands for all others. */
function wordsOf(schema: Schema): unknown[] {
  if (schema.enum !== undefined) return schema.enum as unknown[];
  if ('const' in schema) return [schema.const];
  return schema.type === 'null' ? [null] : [undefined];
}

function mergeTwo(type: string, one: Schema, other: Schema): Schema {
  if (one === other) return one;
  if (type === 'object') return mergeObjects(one, other);
  if (type === 'array') {
    return { type, items: mergeAlternatives([one.items as Schema, other.items as Schema]) };
  }
  const same = Object.entries(one).filter(
    ([keyword, value]) => JSON.stringify(value) === JSON.stringify(other[keyword]),
  );
  return Object.fromEntries(same);
}

interface ObjectSchema {
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: unknown;
}

/** All properties of both; those are required that both require. */
function mergeObjects(one: Schema, other: Schema): Schema {
  const [first, second] = [one as ObjectSchema, other as ObjectSchema];
  const properties = { ...first.properties };
  for (const [name, schema] of Object.entries(second.properties ?? {})) {
    const known = properties[name];
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(schema);
    properties[name] = isSame ? schema : mergeAlternatives([known, schema]);
  }
  const required = first.required?.filter((name) => second.required?.includes(name)) ?? [];
  const isClosed = first.additionalProperties === false && second.additionalProperties === false;
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(isClosed && { additionalProperties: false }),
  };
}

export interface Field {
  name: string;
  isRequired: boolean;
  schema: Schema;
}

/**
 * The fields of params, a query, headers or a form. Marks and lists are never required: none is sent for an empty one.
 */
export function describeFields(schema: object): Field[] {
  const { properties = {}, required = [] } = describeSchema(schema) as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  return Object.entries(properties)
    .filter(([, field]) => !('not' in field))
    .map(([name, field]) => ({
      name,
      isRequired: required.includes(name) && field.type !== 'boolean' && field.type !== 'array',
      schema: field,
    }));
}

/** The fields of a form as one object. */
export function describeForm(schema: object): Schema {
  const fields = describeFields(schema);
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    ...(required.length > 0 && { required }),
  };
}

/** JSON Schema as OpenAPI documents have it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What our readers of requests know, and JSON Schema does not. */
const ownKeywords = new Set(['lenient', 'trim', 'cut', 'problem', 'code', '~unsafe']);
const plainKeywords = new Set([
  ...['type', 'enum', 'const', 'required', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'minItems', 'maxItems', 'uniqueItems', 'description'],
]);
const withSchema = new Set(['items', 'not', 'additionalProperties']);
const withSchemas = new Set(['anyOf', 'allOf', 'oneOf']);
const withNamedSchemas = new Set(['properties', 'patternProperties']);

/** The schema as others read it. Throws for a keyword that nobody has decided about. */
export function describeSchema(schema: object): Schema {
  const { expects, ...written } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
  // Any value fits, so that one answer can name all faults; this is what is meant.
  if (expects !== undefined) return describeSchema(expects as object);
  return Object.fromEntries(
    Object.entries(written)
      .filter(([keyword]) => !ownKeywords.has(keyword))
      .map(([keyword, value]) => [keyword, describeKeyword(keyword, value)]),
  );
}

function describeKeyword(keyword: string, value: unknown): unknown {
  if (plainKeywords.has(keyword)) return value;
  if (withSchema.has(keyword)) {
    return typeof value === 'boolean' ? value : describeSchema(value as object);
  }
  if (withSchemas.has(keyword)) return (value as object[]).map(describeSchema);
  if (withNamedSchemas.has(keyword)) {
    const named = Object.entries(value as Record<string, object>);
    return Object.fromEntries(named.map(([name, each]) => [name, describeSchema(each)]));
  }
  throw new Error(`The keyword ${keyword} of a schema is not known to the description`);
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

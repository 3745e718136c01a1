/** The keywords of JSON Schema that our schemas use. `problem`: what to say of a value that does not fit. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  not?: object;
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  /** False: no other properties than those. */
  additionalProperties?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  problem?: string;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'must be a text.',
  integer: 'must be a whole number.',
  number: 'must be a number.',
  boolean: 'must be true or false.',
  array: 'must be an array.',
  object: 'must be an object.',
  null: 'must be null.',
};

/** What is wrong with a value that does not fit, as its schema says it. */
export function problemOf(schema: JsonSchema): string {
  if (schema.problem !== undefined) return schema.problem;
  if (schema.not !== undefined) return 'must be left out.';
  if (schema.const !== undefined) return `must be ${JSON.stringify(schema.const)}.`;
  if (schema.enum !== undefined) return `must be ${inWords(schema.enum)}.`;
  if (schema.anyOf !== undefined) {
    const constants = schema.anyOf.flatMap((each) =>
      each.const === undefined ? [] : [each.const],
    );
    if (constants.length === schema.anyOf.length) return `must be ${inWords(constants)}.`;
    const first = schema.anyOf.find(({ type }) => type !== 'null');
    return first === undefined ? 'has a wrong value.' : problemOf(first);
  }
  const { minLength, maxLength, minimum, maximum } = schema;
  if (schema.type === 'string' && maxLength !== undefined) {
    return `must be a text of ${minLength ?? 0} to ${maxLength} characters.`;
  }
  if (schema.type === 'string' && minLength !== undefined) return 'must not be empty.';
  if (schema.type === 'integer' && minimum !== undefined && maximum !== undefined) {
    return `must be a whole number from ${minimum} to ${maximum}.`;
  }
  if (schema.type === 'integer' && minimum !== undefined) {
    return `must be a whole number from ${minimum} on.`;
  }
  if (schema.type === 'array' && schema.maxItems !== undefined) {
    return `must be an array of at most ${schema.maxItems} entries.`;
  }
  return kinds[schema.type ?? ''] ?? 'has a wrong value.';
}

function inWords(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value));
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

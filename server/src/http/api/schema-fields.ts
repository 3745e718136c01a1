/** A schema as the description has it: without alternatives. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly (string | number | null)[];
  const?: string | number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** A field of an object, as a row of a table. */
export interface FieldRow {
  /** With the names of those around it, as in `receivers[].email`. */
  name: string;
  type: string;
  isRequired: boolean;
  about: string;
}

type Schemas = Readonly<Record<string, Schema>>;

/** All fields of a body, those in objects and lists too. */
export function fieldsOf(schema: Schema, schemas: Schemas, prefix = ''): FieldRow[] {
  const { type, items, properties = {}, required = [] } = resolve(schema, schemas);
  if (items !== undefined && type === 'array') return fieldsOf(items, schemas, `${prefix}[]`);
  return Object.entries(properties).flatMap(([name, found]) => {
    const field = resolve(found, schemas);
    const place = prefix === '' ? name : `${prefix}.${name}`;
    const about = found.description ?? field.description ?? '';
    const row = { name: place, type: typeInWords(field), isRequired: required.includes(name) };
    return [{ ...row, about }, ...fieldsOf(field, schemas, place)];
  });
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** As in "text of 1 to 100 characters or null". */
export function typeInWords(schema: Schema): string {
  const { type = 'any', enum: words, const: word, format } = schema;
  const isNullable = Array.isArray(type) && type.includes('null');
  const types = (typeof type === 'string' ? [type] : type).filter((each) => each !== 'null');
  const values = (words ?? (word === undefined ? [] : [word])).filter((value) => value !== null);
  const named =
    values.length > 0
      ? values.join(' | ')
      : types.map((each) => kindInWords(each, schema)).join(' or ');
  const isTime = format === 'date-time';
  return `${isTime ? 'time' : named}${isNullable ? ' or null' : ''}`;
}

function kindInWords(type: string, schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  if (type === 'string') return `text${span(minLength, maxLength, ' characters')}`;
  if (type === 'integer') return `whole number${span(minimum, maximum)}`;
  if (type === 'array') return `list${span(minItems, maxItems)}`;
  return type === 'boolean' ? 'true or false' : type;
}

function span(least: number | undefined, most: number | undefined, unit = ''): string {
  if (most !== undefined && most < Number.MAX_SAFE_INTEGER)
    return `, ${least ?? 0} to ${most}${unit}`;
  return least === undefined || least === 0 ? '' : `, at least ${least}${unit}`;
}

/** The part of JSON Schema in which tools say what they take. */
export interface InputSchema {
  type: 'object';
  properties: Readonly<Record<string, Property>>;
  required?: readonly string[];
  additionalProperties: false;
}

type Property = { description: string } & (Text | Count | Texts);

interface Text {
  type: 'string';
  minLength?: number;
  maxLength?: number;
  enum?: readonly string[];
}

interface Count {
  type: 'integer';
  minimum: number;
  maximum: number;
}

interface Texts {
  type: 'array';
  items: Text;
  minItems: number;
  maxItems: number;
}

/** What is wrong with arguments; undefined where they fit. */
export function faultIn(schema: InputSchema, given: Readonly<Record<string, unknown>>) {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(schema.properties, name)) return `There is no argument ${name}.`;
  }
  for (const name of schema.required ?? []) {
    if (given[name] === undefined) return `${name} is missing.`;
  }
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = given[name];
    if (value !== undefined && !fits(property, value))
      return `${name} must be ${inWords(property)}.`;
  }
  return undefined;
}

function fits(property: Property | Text, value: unknown): boolean {
  switch (property.type) {
    case 'string': {
      if (typeof value !== 'string') return false;
      const { minLength = 0, maxLength = Infinity, enum: words } = property;
      if (value.length < minLength || value.length > maxLength) return false;
      return words === undefined || words.includes(value);
    }
    case 'integer':
      return (
        Number.isInteger(value) &&
        Number(value) >= property.minimum &&
        Number(value) <= property.maximum
      );
    case 'array': {
      if (!Array.isArray(value)) return false;
      const { items, minItems, maxItems } = property;
      const { length } = value;
      return length >= minItems && length <= maxItems && value.every((each) => fits(items, each));
    }
  }
}

function inWords(property: Property | Text): string {
  switch (property.type) {
    case 'string': {
      const { minLength = 0, maxLength, enum: words } = property;
      if (words !== undefined) return `one of ${words.join(', ')}`;
      return `a text of ${minLength} to ${maxLength ?? 'any number of'} characters`;
    }
    case 'integer':
      return `a whole number from ${property.minimum} to ${property.maximum}`;
    case 'array':
      return `a list of ${property.minItems} to ${property.maxItems}, each ${inWords(property.items)}`;
  }
}

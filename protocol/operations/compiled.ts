import type { Access } from '../access.ts';
import type { WireErrorCode } from '../errors.ts';
import type { Cost, Deprecation, Method } from './operation.ts';
import type { JsonSchema } from './problems.ts';

/** A field of params, query, headers or a form: a text on the wire, read as its kind says. */
export interface CompiledField {
  name: string;
  kind: 'text' | 'whole' | 'mark' | 'list';
  isOptional: boolean;
  /** Whether a value that does not fit counts as left out. */
  lenient?: boolean;
  trim?: boolean;
  /** The most characters that are read. */
  cut?: number;
  /** What to say of a value that does not fit, and the code of that refusal where it is not the usual one. */
  problem: string;
  /** What to say where it is missing, if its schema says that. */
  missing?: string;
  code?: WireErrorCode;
  fits: (value: unknown) => boolean;
}

export interface CompiledInput {
  params?: readonly CompiledField[];
  query?: readonly CompiledField[];
  headers?: readonly CompiledField[];
  form?: readonly CompiledField[];
  multipart?: readonly CompiledField[];
  json?: CompiledJson;
}

export interface CompiledJson {
  fits: (value: unknown) => boolean;
  schema: JsonSchema;
}

/** An operation of `protocol/operations`, with compiled checks. */
export interface CompiledOperation {
  name: string;
  method: Method;
  path: string;
  access: Access;
  cost: Cost;
  body?: 'json' | 'multipart' | 'tus' | 'form';
  /** The part of a multipart body that may have the JSON. */
  jsonPart?: string;
  /** Whether the body is bytes of any media type. */
  takesBytes?: true;
  answer: 'json' | 'page' | 'file' | 'none';
  status?: 201;
  maxFormBytes?: number;
  overridable?: true;
  deprecated?: Deprecation;
  input: CompiledInput;
}

declare const declaration: unique symbol;

/** A compiled operation that knows the types of the declared one. */
export type Compiled<Declared> = CompiledOperation & { readonly [declaration]?: Declared };

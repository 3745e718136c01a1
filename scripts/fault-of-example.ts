import { Check } from 'typebox/value';
import type { Operation } from '../protocol/operations/operation.ts';
import type { Example } from './openapi-examples.ts';

/** What is wrong with the example of an operation; undefined where it fits, or none is needed. */
export function faultOfExample(
  { answer, input: { json } }: Operation,
  example: Example | undefined,
): string | undefined {
  if (typeof answer === 'string') return undefined;
  if (example === undefined) return 'has no example: npm run api-examples';
  if (!Check(answer, example.answer)) return 'has an example whose answer does not fit';
  if (json === undefined || Check(json, example.body)) return undefined;
  return 'has an example whose body does not fit';
}

import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import { dateTimePattern } from '../date-time.ts';

/** What the schemas of API v1 share. */

/** An object without other fields. */
export const object = <Properties extends Parameters<typeof Type.Object>[0]>(
  properties: Properties,
) => Type.Object(properties, { additionalProperties: false });

export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const text = Type.String();
export const count = Type.Integer({ minimum: 0 });
export const time = Type.String({ format: 'date-time' });
export const textOrNull = orNull(text);
export const timeOrNull = orNull(time);

/** A time that a program gives. */
export const givenTime = Type.String({
  pattern: dateTimePattern,
  problem: 'must be a time as in 2026-11-18T16:00:00Z.',
});

/** What a sender calls what it sends or asks for, for people: on pages and in mails. */
export const title = Type.String({
  maxLength: 150,
  pattern: '^\\P{Cc}*$',
  problem: 'must be at most 150 characters on one line, without control characters.',
});

/** What a caller calls what it sends or asks for. */
export const reference = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^\\P{Cc}+$',
  problem: 'must be 1 to 255 characters, without control characters.',
});

/** A part of a list: as many as asked for, behind the `next` of the part before. */
export const part = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  after: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
};

/** What was made at a time or after it, and before another. */
export const between = {
  created_after: Type.Optional(givenTime),
  created_before: Type.Optional(givenTime),
};

/** `next` is null in the last part. */
export const listOf = <Item extends TSchema>(item: Item) =>
  object({ items: Type.Array(item), next: textOrNull });

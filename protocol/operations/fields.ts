import { Type } from 'typebox';

/**
 * The fields of queries and forms that people's browsers send. A value that does not fit counts as left out, so that no
 * link and no form fails for it: the handler says what is missing, in the reader's language. (`lenient` says so to the
 * reader of requests.) What programs send is declared with `Type` itself, and refused where it does not fit.
 */

/** A text, as it was typed. */
export const typed = Type.Optional(Type.String({ lenient: true }));

/** A text without the blanks around it, cut to a length. */
export const trimmed = (maxLength: number) =>
  Type.Optional(Type.String({ lenient: true, trim: true, cut: maxLength }));

/** A whole number in digits. */
export const whole = (minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
  Type.Optional(Type.Integer({ lenient: true, minimum, maximum }));

export const choice = <const Words extends readonly string[]>(words: readonly [...Words]) =>
  Type.Optional(Type.Enum<Words[number][]>([...words], { lenient: true }));

/** A checkbox, or a mark in an address: whether it is there. */
export const ticked = Type.Boolean();

/** All values of a field that may come several times. */
export const several = Type.Array(Type.String());

/**
 * Where a page of a list begins, as the page before it says. One shape for all lists: opaque text. It may hold a name
 * of 255 characters, and is as long as that makes it.
 */
export const cursor = Type.Optional(
  Type.String({ lenient: true, pattern: '^[A-Za-z0-9_.~@+-]+$' }),
);

/** No parameter, no query, no body and no header of its own. */
export const nothing = {} as const;

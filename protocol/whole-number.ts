const digits = /^[0-9]{1,16}$/;

/** The number that is written in digits, with blanks around them; undefined for anything else. */
export function parseWholeNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const number = digits.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

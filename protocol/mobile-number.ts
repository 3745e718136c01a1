/** Digits in E.164 length; a leading `+`, blanks and dashes are taken off. Undefined for anything else. */
export function parseMobileNumber(value: string | number): string | undefined {
  if (typeof value === 'number' && value < 0) return undefined;
  const text = String(value).trim().replace(/^\+/, '');
  const digits = text.length > 64 ? '' : text.replace(/[ \u00a0-]/g, '');
  return /^[0-9]{6,15}$/.test(digits) ? digits : undefined;
}

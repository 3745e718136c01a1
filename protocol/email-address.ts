/** The rule of the HTML standard for e-mail inputs: no quotes, comments, lists or line breaks. */
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The longest address that SMTP can carry (RFC 5321, 4.5.3.1.3, less the angle brackets). */
const maxLength = 254;

/** The address in lower case, or undefined when it is none. */
export function parseEmailAddress(text: string): string | undefined {
  // Checked as it was sent: some letters outside ASCII, such as the Kelvin sign, turn into ASCII ones.
  return text.length <= maxLength && pattern.test(text) ? text.toLowerCase() : undefined;
}

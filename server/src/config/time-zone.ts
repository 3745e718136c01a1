/** Whether it is the name of a time zone, such as Europe/Stockholm; a bare offset is none. */
export function isTimeZone(name: string): boolean {
  // What nearly everybody has: to look it up takes as long as a twentieth of a start.
  if (name === 'UTC') return true;
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

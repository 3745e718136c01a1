/** What `lower` of ASCII makes of a text in small letters, and of one whose other letters are capitals. */
export function patternsOf(text: string): [string, string] {
  const small = text.normalize('NFC').toLowerCase();
  const capital = small.toUpperCase().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [patternOf(small), patternOf(capital)];
}

function patternOf(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

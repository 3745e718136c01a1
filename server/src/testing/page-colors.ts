/** The colours that a style sheet of tokens defines, by name, in each scheme. */
export function readPageColors(sheet: string): Record<'light' | 'dark', Map<string, string>> {
  const [light = '', dark = ''] = sheet.split('prefers-color-scheme: dark');
  return { light: readColors(light), dark: readColors(dark) };
}

/** Later ones stand for earlier ones, as in the cascade. */
function readColors(rules: string): Map<string, string> {
  const found = rules.matchAll(/^ *--([a-z-]+): #([0-9a-f]{6});/gm);
  return new Map([...found].map(([, name = '', hex = '']) => [name, hex]));
}

/** The language a browser asks for first; empty when it asks for none. */
export function readerLanguage(acceptLanguage: string | undefined): string {
  return /^\s*([A-Za-z0-9-]{1,35})/.exec(acceptLanguage ?? '')?.[1] ?? '';
}

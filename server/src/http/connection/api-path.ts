const pattern = /^\/api\/v1(?:[/?]|$)/;

/** Whether a path is one of API v1, which has its own form of errors, also where there is no such route. */
export function isApiPath({ url = '' }: { url?: string | undefined }): boolean {
  return pattern.test(url);
}

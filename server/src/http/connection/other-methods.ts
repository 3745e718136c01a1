/** The methods that routes support. */
export const supportedMethods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
] as const;

/**
 * As what a request with any other method is routed: the router has a tree of all routes for each method it knows,
 * and one for each of the thirty that Node can parse would take most of the time that creating the app takes.
 */
export const otherMethod = 'TRACE';

/** The methods that requests had before they were routed as `otherMethod`. */
const ownMethods = new WeakMap<object, string>();

export interface RawRequest {
  method?: string | undefined;
}

export function routeAsSupported(request: RawRequest): void {
  const { method } = request;
  if (method === undefined || supportedMethods.some((each) => each === method)) return;
  ownMethods.set(request, method);
  request.method = otherMethod;
}

/** Before anything else reads the method: refusals, logs and traces name the client's own. */
export function restoreMethod(request: RawRequest): void {
  if (request.method === otherMethod) request.method = ownMethods.get(request);
}

/**
 * As what every request is routed. The router has a tree of all routes for each method, and to make one for each that a
 * route may support would take most of the time that creating the app takes. What a route supports, its own table says.
 */
export const routedMethod = 'TRACE';

/** The methods that requests have but while they are routed. */
const ownMethods = new WeakMap<object, string | undefined>();

export interface RawRequest {
  method?: string | undefined;
}

export function hideMethod(request: RawRequest): void {
  ownMethods.set(request, request.method);
  request.method = routedMethod;
}

/** Before anything else reads the method: refusals, logs and traces name the client's own. */
export function restoreMethod(request: RawRequest): void {
  if (request.method === routedMethod) request.method = ownMethods.get(request);
}

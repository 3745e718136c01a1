/** What can go wrong. Each error of the library is one of these. */
export class ValiseError extends Error {
  override name = 'ValiseError';
}

/** One thing that is wrong with a request. */
export interface Fault {
  in: 'body' | 'query' | 'header';
  /** A JSON pointer. */
  pointer: string;
  code: string;
  detail: string;
}

/** `later`: nothing was done. `same_key`: it may have been done, so that only the same Idempotency-Key repeats it. */
export type Retry = 'never' | 'later' | 'same_key';

export interface ProblemFacts {
  status: number;
  /** The words of docs/errors.md, or `unknown` where something else than Valise has answered. */
  code: string;
  title: string;
  detail: string;
  /** The address of a page about the code. */
  type: string;
  errors: readonly Fault[];
  retry: Retry;
  requestId: string | undefined;
  /** How long the server asks to wait. */
  retryAfterSeconds: number | undefined;
  /** Of an answer that tells the cursor to go on from. */
  oldestCursor: string | undefined;
}

/** The server refused: a problem document (RFC 9457). */
export class ValiseProblem extends ValiseError {
  override name = 'ValiseProblem';
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly type: string;
  readonly errors: readonly Fault[];
  readonly retry: Retry;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly oldestCursor: string | undefined;

  constructor(facts: ProblemFacts) {
    super(facts.detail);
    this.status = facts.status;
    this.code = facts.code;
    this.title = facts.title;
    this.detail = facts.detail;
    this.type = facts.type;
    this.errors = facts.errors;
    this.retry = facts.retry;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.oldestCursor = facts.oldestCursor;
  }
}

/** The server was not reached, or the line broke before its answer was there. */
export class ValiseUnreachable extends ValiseError {
  override name = 'ValiseUnreachable';
}

/** What arrived is not what was sent, here or there. */
export class ValiseMismatch extends ValiseError {
  override name = 'ValiseMismatch';
}

/** Reads the answer of a request that failed, whoever gave it: a proxy has no problem documents. */
export async function problemOf(response: Response): Promise<ValiseProblem> {
  const { status, headers } = response;
  const sent = await readObject(response);
  return new ValiseProblem({
    status,
    code: textOf(sent['code']) ?? 'unknown',
    title: textOf(sent['title']) ?? `HTTP ${status}`,
    detail: textOf(sent['detail']) ?? `The server answered with status ${status}.`,
    type: textOf(sent['type']) ?? 'about:blank',
    errors: Array.isArray(sent['errors']) ? (sent['errors'] as Fault[]) : [],
    retry: retryIn(sent['retry']) ?? retryOf(status),
    requestId: textOf(sent['request_id']),
    retryAfterSeconds: secondsIn(headers.get('retry-after')),
    oldestCursor: headers.get('oldest-cursor') ?? undefined,
  });
}

async function readObject(response: Response): Promise<Readonly<Record<string, unknown>>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    // An answer that is no JSON says nothing but its status.
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function retryIn(value: unknown): Retry | undefined {
  return value === 'never' || value === 'later' || value === 'same_key' ? value : undefined;
}

function retryOf(status: number): Retry {
  if (status === 429 || status === 503) return 'later';
  return status === 408 || status >= 500 ? 'same_key' : 'never';
}

/** Seconds, or a date. */
function secondsIn(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

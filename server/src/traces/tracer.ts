import { AsyncLocalStorage } from 'node:async_hooks';

import type { Attributes, Span, SpanContext, Tracer as SdkTracer } from '@opentelemetry/api';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ValiseError } from '../domain/model/valise-error.ts';

/** What runs at the moment. */
interface Scope {
  span: Span;
  /** The ends of spans below it that are not exported before it is known whether they matter. */
  held?: (() => void)[];
}

interface SpanOptions {
  kind?: 'internal' | 'client';
  attributes?: Attributes;
}

/** A span below another one, or nothing where nothing is recorded. */
export interface ChildSpan {
  /** Adds to what is known of it. */
  set(attributes: Attributes): void;
  /** Spans that `work` starts are below this one. */
  run<Result>(work: () => Result): Result;
  /** Its first end counts; what comes after it is ignored. */
  end(): void;
  fail(error: unknown): void;
}

/** A job with more has the rest of them left out. */
const mostHeld = 1000;

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

/**
 * Starts spans and knows which one is running. Names and attributes are constants, numbers and ids of requests:
 * never an address, a file name, a link, a token or the message of an error.
 */
export class Tracer {
  readonly #sdk: SdkTracer;
  readonly #current = new AsyncLocalStorage<Scope>();

  constructor(sdk: SdkTracer) {
    this.#sdk = sdk;
  }

  /** The span of a request. It begins a trace, or continues that of the caller. */
  startRequest(caller: SpanContext | undefined): Span {
    const parent = caller === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller);
    return this.#sdk.startSpan('request', { kind: SpanKind.SERVER }, parent);
  }

  /** Spans that `work` starts are below `span`. */
  run<Result>(span: Span, work: () => Result): Result {
    return span.isRecording() ? this.#current.run({ span }, work) : this.#current.exit(work);
  }

  /** Starts a span below the running one. Where none runs or is recorded, it costs next to nothing. */
  start(name: string, options: SpanOptions = {}): ChildSpan {
    const scope = this.#current.getStore();
    if (scope === undefined || (scope.held?.length ?? 0) >= mostHeld) return unrecorded;
    const { kind = 'internal', attributes = {} } = options;
    const parent = trace.setSpan(ROOT_CONTEXT, scope.span);
    const span = this.#sdk.startSpan(name, { kind: kinds[kind], attributes }, parent);
    const { held } = scope;
    let hasEnded = false;

    function end(): void {
      if (hasEnded) return;
      hasEnded = true;
      if (held === undefined) {
        span.end();
        return;
      }
      const endedAt = performance.now();
      held.push(() => {
        span.end(endedAt);
      });
    }

    return {
      set(more) {
        if (!hasEnded) span.setAttributes(more);
      },
      run: (work) => this.#current.run({ ...scope, span }, work),
      end,
      fail(error) {
        if (!hasEnded) markFailed(span, error);
        end();
      },
    };
  }

  /** Runs `work` in a span below the running one. */
  async measure<Result>(
    name: string,
    options: SpanOptions,
    work: (span: ChildSpan) => Promise<Result>,
  ): Promise<Result> {
    const span = this.start(name, options);
    try {
      const result = await span.run(() => work(span));
      span.end();
      return result;
    } catch (error) {
      span.fail(error);
      throw error;
    }
  }

  /**
   * Runs a job in a trace of its own. Most runs find nothing to do: they are not exported, and neither is what
   * they looked for.
   */
  async measureJob(name: string, work: () => Promise<number>): Promise<number> {
    const span = this.#sdk.startSpan(`job ${name}`, { kind: SpanKind.INTERNAL }, ROOT_CONTEXT);
    if (!span.isRecording()) return await work();
    const held: (() => void)[] = [];
    function exportAll(): void {
      for (const end of held) end();
      span.end();
    }
    try {
      const done = await this.#current.run({ span, held }, work);
      span.setAttribute('valise.job.done', done);
      if (done > 0) exportAll();
      return done;
    } catch (error) {
      markFailed(span, error);
      exportAll();
      throw error;
    }
  }
}

const unrecorded: ChildSpan = {
  set: () => undefined,
  run: (work) => work(),
  end: () => undefined,
  fail: () => undefined,
};

/** A refusal has a type and is no fault. */
function markFailed(span: Span, error: unknown): void {
  const isExpected = error instanceof ValiseError && error.code !== 'unavailable';
  if (!isExpected) span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeOf(error));
}

function typeOf(error: unknown): string {
  if (error instanceof ValiseError) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

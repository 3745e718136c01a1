import { once } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as OTLP writes it in JSON. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: object }[];
  status: { code?: number };
  /** The process that it comes from. */
  pid: string;
}

interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { intValue?: number } }[] };
    scopeSpans: { spans: Omit<CollectedSpan, 'pid'>[] }[];
  }[];
}

/** Takes traces over OTLP, as JSON over HTTP, on a port of the loopback interface. */
export class TraceCollector {
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  #server: Server | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1/traces`;
  }

  /** Everything that came, in no order. */
  spans(): CollectedSpan[] {
    return this.bodies.flatMap((body) =>
      (JSON.parse(body) as Batch).resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const pid = resource.attributes.find(({ key }) => key === 'process.pid')?.value.intValue;
        const spans = scopeSpans.flatMap((scope) => scope.spans);
        return spans.map((span) => ({ ...span, pid: String(pid) }));
      }),
    );
  }

  /** Starts it, again on the same port. */
  async start(): Promise<void> {
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        this.bodies.push(body);
        this.headers.push(request.headers);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

import type { Answer, Request } from './exchange.ts';
import type { FormPart } from './multipart.ts';
import { doUpload, filePart, multipart } from './multipart.ts';

export interface Credentials {
  email: string;
  key: string;
}

export interface Call {
  /** What follows the question mark. */
  query?: string;
  /** Sent as JSON with POST; left out, the call is a GET. */
  json?: unknown;
  headers?: Record<string, string>;
}

/** The header that carries credentials. */
export function basic({ email, key }: Credentials): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
}

/** What a hidden field of the index page holds, found the way clients in the field find it. */
export function tokenIn(page: string): string {
  const token = /name="csrftoken" value="([^"]*)"/.exec(page)?.[1];
  if (token === undefined) throw new Error(`The page holds no token:\n${page}`);
  return token;
}

/** A machine client of one account. It knows the document, and can be made to break every rule. */
export class Account {
  readonly email: string;
  readonly authorization: string;
  readonly #exchange: (request: Request) => Promise<Answer>;
  #token: string | undefined;

  constructor(credentials: Credentials, exchange: (request: Request) => Promise<Answer>) {
    this.email = credentials.email;
    this.authorization = basic(credentials);
    this.#exchange = exchange;
  }

  /** A request with nothing added: no credentials, no token. */
  async bare(request: Request): Promise<Answer> {
    return await this.#exchange(request);
  }

  /** A request with credentials, and no token but what `headers` hold. */
  async send(request: Request): Promise<Answer> {
    const headers = { authorization: this.authorization, ...request.headers };
    return await this.bare({ ...request, headers });
  }

  /** A request with credentials and the client's token, unless `headers` name another. */
  async signed(request: Request): Promise<Answer> {
    const { headers = {} } = request;
    if ('csrf-token' in headers) return await this.send(request);
    this.#token ??= await this.token();
    return await this.send({ ...request, headers: { 'csrf-token': this.#token, ...headers } });
  }

  /** The next signed request takes a token of its own: the one that was used may be gone. */
  forgetToken(): void {
    this.#token = undefined;
  }

  /** A path of the account, for example `path('cgi/get_files.cgi')`. */
  path(rest = ''): string {
    return `/${this.email}/${rest}`;
  }

  /** Operation 1: a fresh token from the index page. */
  async token(): Promise<string> {
    const answer = await this.send({ path: this.path() });
    if (answer.status !== 200) throw new Error(`Index page: ${answer.status} ${answer.text()}`);
    return tokenIn(answer.text());
  }

  /** One of the operations 2 to 10, by its name without `.cgi`. */
  async call(operation: string, { query, json, headers = {} }: Call = {}): Promise<Answer> {
    const path = this.path(`cgi/${operation}.cgi${query === undefined ? '' : `?${query}`}`);
    if (json === undefined) return await this.signed({ path, headers });
    return await this.signed({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    });
  }

  /** Like `call`, for a call that must succeed; returns its JSON. */
  async get<Body>(operation: string, call: Call = {}): Promise<Body> {
    const answer = await this.call(operation, call);
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.status} ${answer.text()}`);
    return answer.json<Body>();
  }

  /** A POST of a body that is sent as it is. */
  async post(
    operation: string,
    type: string | undefined,
    body: string | Buffer,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    return await this.signed({
      method: 'POST',
      path: this.path(`cgi/${operation}.cgi`),
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...more },
      body,
    });
  }

  /** Operation 7 with the form as given. */
  async uploadForm(parts: readonly FormPart[]): Promise<Answer> {
    const { contentType, body } = multipart(parts);
    return await this.post('upload', contentType, body);
  }

  /** Operation 7: files by their names. */
  async upload(files: Record<string, string | Buffer>): Promise<Answer> {
    const parts = Object.entries(files).map(([name, content]) => filePart(name, content));
    return await this.uploadForm([doUpload, ...parts]);
  }

  /** Operation 11: a file of an inbox entry. */
  async download(
    url: string,
    name: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const path = this.path(`${url}/files/${encodeURIComponent(name)}`);
    return await this.signed({ method, path, headers });
  }
}

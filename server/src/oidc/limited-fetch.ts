import type { CustomFetch } from 'openid-client';

/** The largest answer of a provider: of its documents, keys and tokens, none comes near it. */
export const maxAnswerBytes = 1_000_000;

/** The provider answered with more than it may. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';

  constructor(url: string) {
    super(`An answer of ${new URL(url).origin} is larger than ${maxAnswerBytes} bytes`);
  }
}

/**
 * Fetches, and reads an answer of up to 1 MB; throws `AnswerTooLarge` otherwise. Bytes are counted as they
 * are after decompression, and no more than the limit is kept.
 */
export const fetchLimited: CustomFetch = async (url, options) => {
  const { body, ...rest } = options;
  const response = await fetch(url, body === undefined ? rest : { ...rest, body });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytesOf(response)) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body, which ends the connection.
    if (size > maxAnswerBytes) throw new AnswerTooLarge(url);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, statusText, headers });
};

/** Node types the chunks of a body as anything. */
function bytesOf({ body }: Response): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return (body as AsyncIterable<Uint8Array> | null) ?? [];
}

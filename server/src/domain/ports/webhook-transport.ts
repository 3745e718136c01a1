/** One message to the receiver of a webhook. */
export interface OutgoingWebhook {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What became of an attempt to send one. */
export interface WebhookOutcome {
  /** Undefined where there was no answer. */
  status: number | undefined;
  /** How long it took. */
  ms: number;
  /** Why there was no answer, for who made the webhook; undefined where there was one. */
  error: string | undefined;
  /** How long the receiver asked to be left alone, where it did. */
  retryAfterMs: number | undefined;
}

/** Sends messages to addresses that programs name. */
export interface WebhookTransport {
  /** Why nothing may be sent to this address, as a field of a request reads it; undefined where it may. */
  findFault(url: string): Promise<string | undefined>;
  /**
   * Sends to an address that is checked again, and to no other than the checked one. Follows no redirect. Ends within
   * 15 seconds; never throws for what the receiver does.
   */
  send(outgoing: OutgoingWebhook, stopping: AbortSignal): Promise<WebhookOutcome>;
  /** Closes connections that wait for the next message. */
  close(): void;
}

import type { Webhook } from '../model/webhook.ts';

/** The secrets of webhooks, encrypted for each of them, and what is signed with them (Standard Webhooks). */
export interface WebhookSecrets {
  /** A new secret, and what its receiver needs of it: `whsec_…`, or of a key its public half, `whpk_…`. */
  make(webhook: Pick<Webhook, 'id' | 'signature'>): { sealed: Buffer; shown: string };
  /** What the receiver needs of one that was made before. */
  show(webhook: Pick<Webhook, 'id' | 'signature'>, sealed: Buffer): string;
  /** The signature of a text, as the header has it: `v1,…` or `v1a,…`. */
  sign(webhook: Pick<Webhook, 'id' | 'signature'>, sealed: Buffer, text: string): string;
}

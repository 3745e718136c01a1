/** What both entries of the library have. */
export type { ConnectOptions, Valise } from './client.ts';
export type { DeliveryFilter, DropFilter } from './drops.ts';
export type { DeviceCode, DeviceLogin, DeviceLoginOptions, Scope } from './device-login.ts';
export { login } from './device-login.ts';
export type { ReadOptions, ReadProgress } from './download.ts';
export type { EventOptions, FollowedEvent } from './events.ts';
export type {
  InboxFilter,
  InboxItem,
  InboxOptions,
  LeasedItem,
  ReceivedFile,
  SavedFile,
  SavedNames,
  SaveOptions,
} from './inbox.ts';
export type { Waiting } from './patience.ts';
export type { Fault, Retry } from './problem.ts';
export { ValiseError, ValiseMismatch, ValiseProblem, ValiseUnreachable } from './problem.ts';
export type { AskOptions } from './requests.ts';
export type { ReceiverToAdd, SendOptions } from './send.ts';
export type { Content, FileToSend, NamedContent } from './source.ts';
export type {
  Answer,
  Delivery,
  Drop,
  DropFile,
  ErrorCode,
  EventKind,
  FileRequest,
  ListedDrop,
  Me,
  NewReceiver,
  Operations,
  Receiver,
  SentDrop,
  Upload,
  ValiseEvent,
} from './types.ts';
export type { UploadMark, UploadOptions, UploadProgress } from './upload.ts';
export type { WebhookToVerify } from './verify-webhook.ts';
export { verifyWebhook } from './verify-webhook.ts';

import type { BrandPreview } from '../../domain/ports/brand-preview.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, AccountAccess, SessionAccess } from '#protocol/access.ts';
import { scopes } from '#protocol/access.ts';
import type { CompiledOperation } from '#protocol/operations/compiled.ts';
import type { Cost, Method } from '#protocol/operations/operation.ts';
import type { Administration } from '../../domain/administration/administration.ts';
import type { Csrf } from '../../domain/access/csrf.ts';
import type { KeyWatch } from '../../domain/access/key-watch.ts';
import type { DeviceLogins } from '../../domain/access/device-logins.ts';
import type { OwnKeys } from '../../domain/access/own-keys.ts';
import type { OwnLimitsService } from '../../domain/access/own-limits.ts';
import type { BearerSignIn } from '../../domain/access/bearer-sign-in.ts';
import type { Repeats } from '../../domain/access/repeats.ts';
import type { SignIn } from '../../domain/access/sign-in.ts';
import type { AuditOnce } from '../../domain/audit/record-repeated.ts';
import type { ContactBook } from '../../domain/contacts/contact-book.ts';
import type { ContactImports } from '../../domain/contacts/contact-import.ts';
import type { Contacts } from '../../domain/contacts/contacts.ts';
import type { ContactGroups } from '../../domain/contacts/groups.ts';
import type { Dispatching } from '../../domain/dispatches/dispatching.ts';
import type { SenderControl } from '../../domain/dispatches/dispatch-control.ts';
import type { SentReports } from '../../domain/dispatches/sent-reports.ts';
import type { Sent } from '../../domain/dispatches/sent.ts';
import type { InboxItems } from '../../domain/dispatches/inbox-items.ts';
import type { InboxLeases } from '../../domain/dispatches/inbox-leases.ts';
import type { Inbox } from '../../domain/dispatches/inbox.ts';
import type { KeyedInbox } from '../../domain/dispatches/keyed-inbox.ts';
import type { ReminderChoice } from '../../domain/dispatches/reminding.ts';
import type { ChosenFiles } from '../../domain/drafts/chosen-files.ts';
import type { DiscardedDrafts } from '../../domain/drafts/discarded-drafts.ts';
import type { Drafts } from '../../domain/drafts/drafts.ts';
import type { Templates } from '../../domain/drafts/templates.ts';
import type { Suggestions } from '../../domain/drafts/suggestions.ts';
import type { Feed } from '../../domain/events/feed.ts';
import type { Followers } from '../../domain/events/followers.ts';
import type { LinkDownloads } from '../../domain/downloads/link-downloads.ts';
import type { FileRequests } from '../../domain/grants/file-requests.ts';
import type { RequestReports } from '../../domain/grants/request-reports.ts';
import type { Grants } from '../../domain/grants/grants.ts';
import type { ResumableUploads } from '../../domain/uploads/resumable-uploads.ts';
import type { Account } from '../../domain/model/account.ts';
import type { Sends } from '../../domain/sends/sends.ts';
import type { Identities } from '../../domain/identities/identities.ts';
import type { Clock } from '../../domain/model/clock.ts';
import type { Randomness } from '../../domain/model/ids.ts';
import type { Session } from '../../domain/model/person.ts';
import type { AccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import type { AccountLinks } from '../../domain/people/account-links.ts';
import type { OwnSettingsService } from '../../domain/people/own-settings.ts';
import type { Authenticators } from '../../domain/people/authenticators.ts';
import type { KeptForms } from '../../domain/people/kept-forms.ts';
import type { KnownBrowsers } from '../../domain/people/known-browsers.ts';
import type { PasswordChange } from '../../domain/people/password-change.ts';
import type { PersonSignIn } from '../../domain/people/person-sign-in.ts';
import type { Sessions } from '../../domain/people/sessions.ts';
import type { Actor } from '../../domain/model/principal.ts';
import type { Pictures } from '../../domain/pictures/pictures.ts';
import type { Passkeys } from '../../domain/passkeys/passkeys.ts';
import type { MailChoice } from '../../domain/notices/mail-limits.ts';
import type { Receipts } from '../../domain/receipts/receipts.ts';
import type { Sandbox } from '../../domain/sandbox/sandbox.ts';
import type { PreviewMail } from '../../domain/ports/mail-preview.ts';
import type { RateCounters, TransferSlots } from '../../domain/ports/coordination.ts';
import type { TokenHasher } from '../../domain/ports/hashers.ts';
import type { InboxLock } from '../../domain/second-factor/inbox-lock.ts';
import type { DropPasswords } from '../../domain/dispatches/drop-passwords.ts';
import type { PasswordEntry } from '../../domain/second-factor/password-entry.ts';
import type { SecondFactor } from '../../domain/second-factor/second-factor.ts';
import type { TransferMemory } from '../../domain/transfers/transfer-memory.ts';
import type { TransfersUnderWay } from '../../domain/transfers/transfer-watch.ts';
import type { Webhooks } from '../../domain/webhooks/webhooks.ts';
import type { Tray } from '../../domain/tray/tray.ts';

/** Access to the customer's API with any living key: on the account's own path, with a CSRF token. */
export const cgiAccess: AccountAccess = {
  scheme: 'basic',
  scope: 'any',
  ownPath: true,
  csrf: true,
};

/** Whether a route declares completely who may call it. */
export function isDeclaredAccess(access: unknown): boolean {
  if (access === 'public') return true;
  if (typeof access !== 'object' || access === null) return false;
  if (!('scheme' in access)) return false;
  if (access.scheme === 'visitor' || access.scheme === 'link') return true;
  if (access.scheme === 'session') return isSessionAccess(access);
  const { scheme, scope, ownPath, csrf } = access as Record<keyof AccountAccess, unknown>;
  if (!isScopeNeed(scope)) return false;
  if (scheme === 'bearer') return true;
  return scheme === 'basic' && typeof ownPath === 'boolean' && typeof csrf === 'boolean';
}

function isScopeNeed(scope: unknown): boolean {
  if (Array.isArray(scope)) return scope.length > 1 && scope.every(isScope);
  return scope === 'any' || isScope(scope);
}

function isScope(scope: unknown): boolean {
  return scopes.some((known) => known === scope);
}

function isSessionAccess(access: object): boolean {
  const { role, proof, afterProof, state } = access as Record<keyof SessionAccess, unknown>;
  return (
    (role === undefined || role === 'admin') &&
    (proof === undefined || proof === 'recent') &&
    (afterProof === undefined || afterProof === 'page') &&
    (state === undefined || state === 'half')
  );
}

/** A signed-in person, and the form that they sent. */
export interface Person {
  account: Account;
  /** The actor of audit records. */
  actor: Actor;
  session: Session;
  /** What the browser shows of earlier sign-ins, for `KnownBrowsers`. */
  known: string | undefined;
  /** The token for the forms of this page: `csrfField` writes it. It is another one in each page. */
  csrfToken: string;
  /** The fields of a form, whose token was checked; empty where the route takes none. */
  form: URLSearchParams;
  /** Whether a proof that is asked for repeats the form; otherwise its page is shown again. */
  isFormRepeated: boolean;
  /** Gives the browser a session that took the place of its own; what follows belongs to it. */
  renew(reply: FastifyReply, cookie: string): Promise<void>;
  /**
   * Throws `csrf` unless this is a token of the session. For the handler of a multipart form, which calls it
   * with the first part before it reads another; all other changes were checked before.
   */
  checkToken(token: string | undefined): Promise<void>;
}

/** Somebody at a page of ours who is not signed in. A form of theirs was checked to be from such a page. */
export interface Visitor {
  /** The actor of audit records: nobody by name. */
  actor: Actor;
}

export interface Action {
  /**
   * `who` is what the guard found out: a principal, a person, a visitor or an opened link; nothing where it is public.
   */
  handle: (who: never, request: FastifyRequest, reply: FastifyReply) => unknown;
  /**
   * Called before the form of a visitor is read, or a link is resolved. Returns whether it has answered, so that
   * nothing more is done.
   */
  before?:
    | ((
        visitor: Visitor,
        request: FastifyRequest,
        reply: FastifyReply,
      ) => boolean | Promise<boolean>)
    | undefined;
  operation?: CompiledOperation;
  /** Overrides the route's access for this method. */
  access?: Access;
  /** Overrides the route's cost for this method. */
  cost?: Cost;
  /** What the request must carry. */
  body?: 'json' | 'multipart' | 'tus' | 'form';
  /** The most bytes of a form of a signed-in person; left out, 64 KiB. */
  maxFormBytes?: number;
}

/** One path and its methods. Every other method answers 405. */
export interface Route {
  path: string;
  access: Access;
  cost: Cost;
  methods: Partial<Record<Method, Action>>;
  /** The methods that a POST may stand for by its `X-HTTP-Method-Override`. */
  overridable?: readonly Method[];
  /** Whether its errors are pages in the reader's language, as those of signed-in people are. */
  isForPeople?: true;
  /** Whether its errors are pages about a link. */
  hasLinkPages?: true;
  /** On every answer of the route, refusals too. */
  headers?: Readonly<Record<string, string>>;
}

/** HEAD works wherever GET does. A GET that changes something has its own HEAD, which does not. */
export function answerHead(route: Route): Route {
  const { GET: get, HEAD: head } = route.methods;
  if (get === undefined || head !== undefined) return route;
  return { ...route, methods: { ...route.methods, HEAD: get } };
}

/** The services that the network can reach. */
export interface Services {
  /** In a sandbox only. */
  sandbox?: Sandbox | undefined;
  signIn: SignIn;
  previewMail: PreviewMail;
  feed: Feed;
  followers: Followers;
  webhooks: Webhooks;
  bearerSignIn: BearerSignIn;
  ownKeys: OwnKeys;
  deviceLogins: DeviceLogins;
  ownLimits: OwnLimitsService;
  keyWatch: KeyWatch;
  repeats: Repeats;
  csrf: Csrf;
  contacts: Contacts;
  ownSettings: OwnSettingsService;
  contactBook: ContactBook;
  contactGroups: ContactGroups;
  contactImports: ContactImports;
  tray: Tray;
  dispatching: Dispatching;
  inbox: Inbox;
  sent: Sent;
  sentReports: SentReports;
  receipts: Receipts;
  senderControl: SenderControl;
  sends: Sends;
  inboxItems: InboxItems;
  keyedInbox: KeyedInbox;
  inboxLeases: InboxLeases;
  inboxLock: InboxLock;
  linkDownloads: LinkDownloads;
  transfers: TransfersUnderWay;
  transferMemory: TransferMemory;
  slots: TransferSlots;
  reminderChoice: ReminderChoice;
  mailChoice: MailChoice;
  grants: Grants;
  fileRequests: FileRequests;
  requestReports: RequestReports;
  resumableUploads: ResumableUploads;
  chosenFiles: ChosenFiles;
  drafts: Drafts;
  templates: Templates;
  discardedDrafts: DiscardedDrafts;
  pictures: Pictures;
  suggestions: Suggestions;
  secondFactor: SecondFactor;
  dropPasswords: DropPasswords;
  passwordEntry: PasswordEntry;
  sessions: Sessions;
  personSignIn: PersonSignIn;
  accountLinks: AccountLinks;
  accountLinkIssue: AccountLinkIssue;
  passkeys: Passkeys;
  identities: Identities;
  authenticators: Authenticators;
  passwordChange: PasswordChange;
  keptForms: KeptForms;
  knownBrowsers: KnownBrowsers;
  administration: Administration;
  brandPreview: BrandPreview;
  auditOnce: AuditOnce;
  counters: RateCounters;
  hasher: TokenHasher;
  randomness: Randomness;
  clock: Clock;
}

import { day, minute } from '../domain/model/clock.ts';
import { secondFactorModes } from '../domain/model/receiver-code.ts';
import {
  choice,
  duration,
  gatewayUrl,
  listenAddress,
  mailAddress,
  numberPrefixes,
  oneLine,
  path,
  wholeNumber,
} from './setting.ts';
import type { Row } from './setting.ts';

/** The settings of mails, codes and short messages. */
export const deliveryRows = {
  smtpHost: {
    doc: 'The mail server. Without one, mails are kept under the data folder: see `valise mail list`.',
    kind: listenAddress,
  },
  smtpPort: {
    doc: 'The port of the mail server.',
    kind: wholeNumber(1, 65_535),
    default: 587,
  },
  smtpSecurity: {
    doc: 'How the way to the mail server is protected: `starttls` and `tls` send nothing before the server’s certificate is verified; `none` protects nothing.',
    kind: choice('starttls', 'tls', 'none'),
    default: 'starttls',
  },
  smtpUser: {
    doc: 'The user to sign in to the mail server as. Needs `smtpPasswordFile`.',
    kind: oneLine,
  },
  smtpPassword: {
    doc: 'The password of `smtpUser`.',
    secret: 'main',
  },
  smtpCaFile: {
    doc: 'Certificates (PEM) that may vouch for the mail server, in place of the well-known ones.',
    kind: path,
  },
  smtpConnections: {
    doc: 'How many mails may be on their way to the mail server at once, each over a connection of its own.',
    kind: wholeNumber(1, 100),
    default: 4,
  },
  mailFrom: {
    doc: 'The address that mails come from. Unless set, `valise@` and the host of `publicUrl`, or `valise@localhost`.',
    kind: mailAddress,
  },
  mailGiveUp: {
    doc: 'How long a mail that cannot be delivered is tried again.',
    kind: duration(minute, 30 * day),
    default: '72h',
  },
  secondFactor: {
    doc: 'What receivers must enter besides opening their link, whoever sends: nothing (`off`), or a code that comes by e-mail, by SMS, or either way. Accounts can be set to demand more: see `valise account second-factor`.',
    kind: choice(...secondFactorModes),
    default: 'off',
  },
  requireSecondFactor: {
    doc: 'Of whom a second factor is demanded when they sign in: of nobody (`none`), of administrators (`admins`), or of all people (`everyone`). Who has none sets up an authenticator app or a passkey at the next sign-in, before anything else. A passkey counts, and so does an identity provider. API keys are not touched.',
    kind: choice('none', 'admins', 'everyone'),
    default: 'none',
  },
  smsAllowedPrefixes: {
    doc: 'How the numbers begin that codes may be sent to, such as `46` or `4915`. Unless set, no SMS is sent.',
    kind: numberPrefixes,
    default: [],
  },
  smsPerDay: {
    doc: 'How many codes may go by SMS in a day, in all.',
    kind: wholeNumber(0, 1_000_000),
    default: 200,
  },
  smsPerPrefix: {
    doc: 'How many codes may go by SMS in a day to the numbers of one allowed prefix.',
    kind: wholeNumber(0, 1_000_000),
    default: 100,
  },
  smsPerAccount: {
    doc: 'How many codes may go by SMS in a day to the receivers of one account.',
    kind: wholeNumber(0, 1_000_000),
    default: 20,
  },
  smsGatewayUrl: {
    doc: 'Where messages are posted to be sent by SMS. Without it, they are kept under the data folder: see `valise mail list`.',
    kind: gatewayUrl,
  },
  smsGatewayToken: {
    doc: 'What the SMS gateway knows this server by; sent as a bearer token.',
    secret: 'main',
  },
  smsGatewayBody: {
    doc: 'How the SMS gateway wants `to` (digits after a plus) and `text`: as a JSON object or as a form.',
    kind: choice('json', 'form'),
    default: 'json',
  },
} as const satisfies Record<string, Row>;

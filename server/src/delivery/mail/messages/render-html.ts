import type { Html, Style } from '../../../http/html/html.ts';
import { css, html as markup, styleSheet } from '../../../http/html/html.ts';
import type { Language } from '../../../i18n/language.ts';
import type { Letter, LetterAction } from './letter.ts';

// Under another name, Prettier leaves the template alone: added blanks would show in some mail programs.

/** The letter as HTML for mail programs. It loads nothing from elsewhere. */
export function renderHtml(letter: Letter, language: Language, accent: MailAccent): string {
  const page = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${letter.subject}</title>
${darkSheet(accent)}
</head>
<body class="page" style="${style.page}">
<div style="${style.preheader}">${preheaderOf(letter)}</div>
<div class="outer" style="${style.outer}">
<!--[if mso]><table role="presentation" align="center" width="600"><tr><td style="padding:28px 24px;background-color:#ffffff"><![endif]-->
<div class="card ink" style="${style.card}">
${renderBody(letter, accent)}
</div>
<!--[if mso]></td></tr></table><![endif]-->
</div>
</body>
</html>
`;
  return page.toString();
}

/** What mail programs show after the subject in a list of mails. */
function preheaderOf({ message = '', intro, until }: Letter): string | undefined {
  const beginning = Array.from(message).slice(0, 120).join('');
  return intro ?? (beginning === '' ? until : beginning);
}

function renderBody(letter: Letter, accent: MailAccent): Html {
  const { subject, address, intro, message, messageNote, action, until } = letter;
  return markup`<h1 class="ink" dir="auto" style="${style.heading}">${subject}</h1>
${address && markup`<p class="soft" dir="auto" style="${style.address}">${address}</p>`}
${intro && markup`<p class="ink" style="${style.paragraph}">${intro}</p>`}
${message && renderMessage(message)}
${messageNote && markup`<p class="soft" style="${style.note}">${messageNote}</p>`}
${letter.files.length > 0 ? renderFiles(letter) : undefined}
${action && renderAction(action, accent)}
${until && markup`<p class="ink" style="${style.paragraph}">${until}</p>`}
<hr class="line" style="${style.rule}">
${letter.notes.map((note) => markup`<p class="soft" style="${style.small}">${note}</p>`)}
${letter.refusal && renderRefusal(letter.refusal)}
<p class="soft" dir="auto" style="${style.small}">${letter.footer}</p>`;
}

/** Outlook keeps no white space, so line breaks are elements. */
function renderMessage(message: string): Html {
  const [first, ...others] = message.split('\n');
  return markup`<div class="message ink" dir="auto" style="${style.message}">${first}${others.map(
    (line) => markup`<br>${line}`,
  )}</div>`;
}

function renderFiles({ files, moreFiles }: Letter): Html {
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" style="${style.files}">
${files.map(
  ({ name, size }) => markup`<tr>
<td class="ink line" dir="auto" style="${style.fileName}">${name}</td>
${size && markup`<td class="soft line" style="${style.fileSize}">${size}</td>`}
</tr>
`,
)}${moreFiles && markup`<tr><td class="soft" colspan="2" style="${style.moreFiles}">${moreFiles}</td></tr>`}
</table>`;
}

function renderRefusal({ text, link }: NonNullable<Letter['refusal']>): Html {
  return markup`<p class="soft" style="${style.small}">${text}<br><a class="soft" href="${link}" style="color:inherit">${link}</a></p>`;
}

function renderAction({ label, link, orOpen }: LetterAction, accent: MailAccent): Html {
  const accented = accentStyle(accent);
  return markup`<table role="presentation" cellpadding="0" cellspacing="0" style="${style.buttonTable}">
<tr><td class="button" bgcolor="${accent.light}" style="${accented.buttonCell}"><a class="button" href="${link}" style="${accented.button}">${label}</a></td></tr>
</table>
<p class="soft" style="${style.small}">${orOpen}<br><a class="link" href="${link}" style="${accented.link}">${link}</a></p>`;
}

const font =
  'font-family:Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5';

/**
 * The styles of a mail. Mail programs support few style sheets, so each element carries its own styles; the
 * sheet only adapts colours for dark mode. Programs that invert colours by themselves find both text and
 * background colours set everywhere, so that neither is missed.
 */
const style = styles({
  page: 'margin:0;padding:0;background-color:#f3f5f5;color:#1b2423',
  outer: 'background-color:#f3f5f5;padding:24px 12px',
  card: `max-width:550px;margin:0 auto;padding:28px 24px;background-color:#ffffff;color:#1b2423;border:1px solid #dbe2e1;border-radius:8px;${font}`,
  heading:
    'margin:0;font-size:22px;line-height:1.3;font-weight:600;color:#1b2423;overflow-wrap:anywhere',
  address: 'margin:4px 0 0;font-size:14px;color:#56625f;overflow-wrap:anywhere',
  paragraph: 'margin:20px 0 0;color:#1b2423',
  message:
    'margin:20px 0 0;padding:12px 16px;background-color:#eef3f2;color:#1b2423;border-radius:8px;overflow-wrap:anywhere',
  note: 'margin:8px 0 0;font-size:14px;color:#56625f',
  files: `width:100%;margin:20px 0 0;border-collapse:collapse;color:#1b2423;${font}`,
  fileName: 'padding:8px 12px 8px 0;border-bottom:1px solid #dbe2e1;word-break:break-word',
  fileSize:
    'padding:8px 0;border-bottom:1px solid #dbe2e1;color:#56625f;text-align:right;vertical-align:top;white-space:nowrap',
  moreFiles: 'padding:8px 0;color:#56625f',
  buttonTable: `margin:24px 0 0;border-collapse:separate;${font}`,
  small: 'margin:16px 0 0;font-size:14px;color:#56625f',
  rule: 'margin:24px 0 0;border:0;border-top:1px solid #dbe2e1;height:0',
  preheader: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all',
});

const darkCard = '#1b2322';

/** The one colour of a mail; hexadecimal, such as `#0f5c5c`. */
export interface MailAccent {
  /** Of links and, behind white text, of the button. */
  light: string;
  dark: string;
  /** Of the text on the button, in dark mode. */
  onDark: string;
}

export const ourAccent: MailAccent = { light: '#0f5c5c', dark: '#7fd1c7', onDark: '#0b2422' };

/** The shades of an accent that are readable on the backgrounds of mails. */
export interface OwnAccent {
  light: { ink: string };
  dark: { ink: string };
}

export function mailAccent(own: OwnAccent | undefined): MailAccent {
  return own === undefined
    ? ourAccent
    : { light: own.light.ink, dark: own.dark.ink, onDark: darkCard };
}

const accentStyle = ({ light }: MailAccent) =>
  styles({
    buttonCell: `background-color:${light};border-radius:8px`,
    button: `display:inline-block;padding:12px 24px;background-color:${light};color:#ffffff;border-radius:8px;font-weight:600;text-decoration:none`,
    link: `color:${light};overflow-wrap:anywhere;word-break:break-all`,
  });

const darkSheet = ({ dark, onDark }: MailAccent): Html =>
  styleSheet(
    css(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .outer { background-color: #121817 !important; }
  .card { background-color: ${darkCard} !important; border-color: #35413f !important; }
  .ink { color: #e8eeed !important; }
  .soft { color: #a9b8b5 !important; }
  .message { background-color: #26302f !important; }
  .line { border-color: #35413f !important; }
  .button { background-color: ${dark} !important; color: ${onDark} !important; }
  .link { color: ${dark} !important; }
}
`),
  );

function styles<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, Style> {
  const made = Object.entries<string>(texts).map(([name, text]) => [name, css(text)]);
  return Object.fromEntries(made) as Record<Name, Style>;
}

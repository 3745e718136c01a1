import type { Html, Style } from '../../../http/html/html.ts';
import { css, html as markup, styleSheet } from '../../../http/html/html.ts';
import type { Language } from '../../../i18n/language.ts';
import type { Letter, LetterAction } from './letter.ts';

// Under another name, Prettier leaves the template alone: added blanks would show in some mail programs.

/** The letter as HTML for mail programs. It loads nothing from elsewhere. */
export function renderHtml(letter: Letter, language: Language, accent: MailAccent): string {
  const colored = accentStyle(accent);
  const page = markup`<!doctype html>
<html lang="${language}" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${letter.subject}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
${sheet(accent)}
</head>
<body class="page" style="${style.body}">
<div style="${style.preheader}">${letter.preview}</div>
<div role="article" lang="${language}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f6f7" style="${style.page}"><tr><td align="center" style="${style.outer}">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.column}">
<tr><td style="${style.head}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="mark" width="30" height="30" align="center" bgcolor="${accent.light}" style="${colored.mark}" aria-hidden="true">${markOf(letter.service)}</td><td class="text" dir="auto" style="${style.service}">${letter.service}</td></tr></table></td></tr>
<tr><td class="card pad" bgcolor="#ffffff" style="${style.card}">
${renderCard(letter, accent)}
</td></tr>
<tr><td class="pad" style="${style.below}">
${renderBelow(letter, accent)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`;
  return page.toString();
}

/** Mails load no picture: the first letter of the service stands for its mark. */
function markOf(service: string): string {
  return (Array.from(service)[0] ?? '').toLocaleUpperCase();
}

function renderCard(letter: Letter, accent: MailAccent): Html {
  const { subject, address, intro, message, messageNote, action, until } = letter;
  return markup`<h1 class="text title" dir="auto" style="${style.title}">${subject}</h1>
${address && markup`<p class="soft" dir="auto" style="${style.address}">${address}</p>`}
${intro && markup`<p class="text" style="${style.paragraph}">${intro}</p>`}
${message && renderMessage(message)}
${messageNote && markup`<p class="soft" style="${style.note}">${messageNote}</p>`}
${action && renderButton(action, accent)}
${letter.files.length > 0 ? renderFiles(letter) : undefined}
${until && markup`<p class="text" style="${style.paragraph}">${until}</p>`}
${letter.facts.length > 0 ? renderFacts(letter) : undefined}`;
}

/** Outlook keeps no white space, so line breaks are elements. */
function renderMessage(message: string): Html {
  const [first, ...others] = message.split('\n');
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.gapAbove}"><tr><td class="quote text" bgcolor="#eef2f3" dir="auto" style="${style.message}">${first}${others.map(
    (line) => markup`<br>${line}`,
  )}</td></tr></table>`;
}

function renderButton({ label, link }: LetterAction, accent: MailAccent): Html {
  const colored = accentStyle(accent);
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.buttonTable}"><tr><td class="button" align="center" bgcolor="${accent.light}" style="${colored.buttonCell}"><a class="button" href="${link}" style="${colored.button}">${label}</a></td></tr></table>`;
}

function renderFiles({ files, moreFiles }: Letter): Html {
  const isLast = (at: number) => at === files.length - 1 && moreFiles === undefined;
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.files}">
${files.map(({ name, size }, at) => {
  const [nameStyle, sizeStyle] = isLast(at)
    ? [style.lastName, style.lastSize]
    : [style.fileName, style.fileSize];
  return markup`<tr><td class="text line" dir="auto" style="${nameStyle}">${name}</td>${size && markup`<td class="soft line" align="right" nowrap style="${sizeStyle}">${size}</td>`}</tr>
`;
})}${moreFiles && markup`<tr><td class="soft" colspan="2" style="${style.moreFiles}">${moreFiles}</td></tr>`}
</table>`;
}

/** Below a dashed line, as on the slip of the pages. */
function renderFacts({ facts }: Letter): Html {
  return markup`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.slip}"><tr><td class="line" style="${style.perforation}"><table role="presentation" cellpadding="0" cellspacing="0" border="0">${facts.map(
    ({ label, value }) =>
      markup`<tr><td class="soft" style="${style.factLabel}">${label}</td><td class="text" dir="auto" style="${style.factValue}">${value}</td></tr>`,
  )}</table></td></tr></table>`;
}

/** What a reader may want to know, outside of the card. */
function renderBelow({ action, notes, refusal, footer }: Letter, accent: MailAccent): Html {
  const { link } = accentStyle(accent);
  return markup`${action && markup`<p class="soft" style="${style.small}">${action.orOpen}<br><a class="link" href="${action.link}" style="${link}">${action.link}</a></p>`}
${notes.map((note) => markup`<p class="soft" style="${style.small}">${note}</p>`)}
<p class="soft" dir="auto" style="${style.small}">${footer}${refusal && markup` <a class="link" href="${refusal.link}" style="${link}">${refusal.text}</a>`}</p>`;
}

/** Mail programs do not hand it down into tables: each cell with words has it. */
const font =
  "font-family:'Segoe UI',-apple-system,BlinkMacSystemFont,Roboto,Helvetica,Arial,sans-serif";

const nameCell = 'padding:10px 0;color:#182126;word-break:break-word';
const sizeCell = 'padding:10px 0 10px 12px;color:#526067';
const lineBelow = 'border-bottom:1px solid #dde3e6';

/**
 * The styles of a mail. Mail programs support few style sheets, so each element carries its own styles; the sheet only
 * adapts colours for dark mode, and distances for phones. Programs that invert colours by themselves find both text and
 * background colours set everywhere, so that neither is missed.
 */
const style = styles({
  body: 'margin:0;padding:0;background-color:#f4f6f7',
  page: 'background-color:#f4f6f7',
  outer: 'padding:24px 12px 40px',
  column: 'max-width:560px',
  head: 'padding:0 4px 16px',
  service: `${font};padding-left:10px;font-size:16px;line-height:24px;font-weight:600;color:#182126;overflow-wrap:anywhere`,
  card: 'padding:32px;background-color:#ffffff;border:1px solid #dde3e6;border-radius:14px',
  title: `${font};margin:0;font-size:25px;line-height:32px;font-weight:600;letter-spacing:-0.3px;color:#182126;overflow-wrap:anywhere`,
  address: `${font};margin:4px 0 0;font-size:15px;line-height:22px;color:#526067;overflow-wrap:anywhere`,
  paragraph: `${font};margin:20px 0 0;font-size:16px;line-height:24px;color:#182126;overflow-wrap:anywhere`,
  gapAbove: 'margin:20px 0 0',
  message: `${font};padding:14px 18px;border-radius:10px;background-color:#eef2f3;font-size:15px;line-height:23px;color:#182126;overflow-wrap:anywhere;word-break:break-word`,
  note: `${font};margin:8px 0 0;font-size:14px;line-height:20px;color:#526067`,
  buttonTable: 'margin:24px 0 8px',
  files: `${font};margin:12px 0 0;font-size:15px;line-height:22px`,
  fileName: `${nameCell};${lineBelow}`,
  fileSize: `${sizeCell};${lineBelow}`,
  lastName: nameCell,
  lastSize: sizeCell,
  moreFiles: 'padding:10px 0;font-size:14px;color:#526067',
  slip: 'margin:20px 0 0',
  perforation: 'padding-top:16px;border-top:2px dashed #dde3e6',
  factLabel: `${font};padding:3px 16px 3px 0;font-size:14px;line-height:20px;color:#526067;vertical-align:top`,
  factValue: `${font};padding:3px 0;font-size:14px;line-height:20px;color:#182126;overflow-wrap:anywhere;word-break:break-word`,
  below: 'padding:20px 32px 0',
  small: `${font};margin:0 0 12px;font-size:13px;line-height:20px;color:#526067;overflow-wrap:anywhere`,
  preheader: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
});

const darkPage = '#10171a';

/** The one colour of a mail; hexadecimal, such as `#0b5f5a`. */
export interface MailAccent {
  /** Of links and, behind white text, of the button and the mark. */
  light: string;
  dark: string;
  /** Of the text on the button, in dark mode. */
  onDark: string;
}

export const ourAccent: MailAccent = { light: '#0b5f5a', dark: '#74cdc5', onDark: darkPage };

/** The shades of an accent that are readable on the backgrounds of mails, which are those of pages. */
export interface OwnAccent {
  light: { ink: string };
  dark: { ink: string };
}

export function mailAccent(own: OwnAccent | undefined): MailAccent {
  return own === undefined
    ? ourAccent
    : { light: own.light.ink, dark: own.dark.ink, onDark: darkPage };
}

const accentStyle = ({ light }: MailAccent) =>
  styles({
    mark: `${font};width:30px;height:30px;border-radius:8px;background-color:${light};color:#ffffff;font-size:16px;line-height:30px;font-weight:bold`,
    buttonCell: `border-radius:10px;background-color:${light};mso-padding-alt:14px 24px`,
    button: `${font};display:block;padding:14px 24px;border-radius:10px;background-color:${light};color:#ffffff;font-size:16px;line-height:22px;font-weight:600;text-decoration:none`,
    link: `color:${light};overflow-wrap:anywhere;word-break:break-word`,
  });

/** Outlook on the web darkens by itself, and marks what it changed with `data-ogsc` and `data-ogsb`. */
const sheet = ({ dark, onDark }: MailAccent): Html =>
  styleSheet(
    css(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .title { font-size: 22px !important; line-height: 28px !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: ${darkPage} !important; }
  .card { background-color: #182125 !important; border-color: #2c383e !important; }
  .text { color: #e6edef !important; }
  .soft { color: #a5b3b9 !important; }
  .line { border-color: #2c383e !important; }
  .quote { background-color: #202b30 !important; }
  .button { background-color: ${dark} !important; color: ${onDark} !important; }
  .mark { background-color: ${dark} !important; color: ${onDark} !important; }
  .link { color: ${dark} !important; }
}
[data-ogsc] .text { color: #e6edef !important; }
[data-ogsc] .soft { color: #a5b3b9 !important; }
[data-ogsb] .button, [data-ogsb] .mark { background-color: ${dark} !important; }
[data-ogsc] .button, [data-ogsc] .mark { color: ${onDark} !important; }
[data-ogsc] .link { color: ${dark} !important; }
`),
  );

function styles<Name extends string>(texts: Readonly<Record<Name, string>>): Record<Name, Style> {
  const made = Object.entries<string>(texts).map(([name, text]) => [name, css(text)]);
  return Object.fromEntries(made) as Record<Name, Style>;
}

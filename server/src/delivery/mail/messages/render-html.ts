import type { Language } from '../../../i18n/language.ts';
import type { Html } from '../../../http/html/html.ts';
// Under another name, Prettier leaves the template alone: blanks that it adds would show in some mail programs.
import { html as markup } from '../../../http/html/html.ts';
import type { Letter, LetterAction } from './letter.ts';
import type { MailAccent } from './mail-style.ts';
import { accentStyle, darkSheet, style } from './mail-style.ts';

/** The letter as a web page that mail programs understand. Nothing in it is fetched from elsewhere. */
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

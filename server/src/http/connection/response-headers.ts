/** What the pages may load: their own origin's styles, font and images, and nothing else. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** For pages with a script of ours, which may fetch from this origin only. */
export const scriptedPagePolicy = `${pagePolicy}; script-src 'self'; connect-src 'self'`;

/**
 * On every answer of pages for people with accounts. Their forms name their origin, which browsers leave out
 * where a page sends no referrer; and no page may frame them.
 */
export const peopleHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': scriptedPagePolicy.replace(
    "frame-ancestors 'self'",
    "frame-ancestors 'none'",
  ),
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
};

/**
 * The same for the pages below `/app/`, which a browser can install. Other pages have no manifest and no service
 * worker: the address of some of them is a secret (decision 0119).
 */
export const appHeaders: Readonly<Record<string, string>> = {
  ...peopleHeaders,
  'content-security-policy': `${peopleHeaders['content-security-policy'] ?? ''}; manifest-src 'self'; worker-src 'self'`,
};

/** The same for the page on which a logo is chosen: it shows one that is kept nowhere yet. */
export const pictureChoiceHeaders: Readonly<Record<string, string>> = {
  ...appHeaders,
  'content-security-policy': (appHeaders['content-security-policy'] ?? '').replace(
    "img-src 'self'",
    "img-src 'self' data:",
  ),
};

/** For a service worker: it may fetch from this origin, and loads no other script. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** For file contents: a browser that shows them nevertheless runs nothing and loads nothing. */
export const filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * For a PDF that is shown. The viewers of browsers refuse to show it without its origin; scripts, forms,
 * windows and navigation of others stay forbidden. `allow-scripts` must never be added.
 */
export const pdfPolicy =
  "sandbox allow-same-origin; default-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'";

/** For pictures, which may have their own styles. */
export const imagePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** For a mail that one of our pages shows in a frame: mails have their styles in them. */
export const mailPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; form-action 'none'; base-uri 'none'";

/** On every answer of a sandbox, besides the standard ones. */
export const sandboxHeaders: Readonly<Record<string, string>> = { 'x-valise-sandbox': 'true' };

/**
 * On every answer. The first group is demanded by the customer's document; the auditor behind
 * X-XSS-Protection is gone from browsers, and 0 switches off what is left of it.
 */
export const standardHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache, no-store, must-revalidate',
  expires: '0',
  pragma: 'no-cache',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'content-security-policy': pagePolicy,
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '0',

  // Links are secrets, and no page of ours needs another site.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

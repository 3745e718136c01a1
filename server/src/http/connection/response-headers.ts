/** What the pages may load: their own origin's styles and images, and nothing else. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** For pages that bring a script of ours along, which may fetch from here and from nowhere else. */
export const scriptedPagePolicy = `${pagePolicy}; script-src 'self'; connect-src 'self'`;

/** For file contents: a browser that shows them all the same runs nothing and loads nothing. */
export const filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** For pictures, which may bring a style of their own along. */
export const imagePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/**
 * On every answer, whatever it is. The first group is the customer's document; the auditor behind
 * X-XSS-Protection is gone from browsers, and 0 is what switches off what is left of it.
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

  // Links are secrets, and no page of ours has business with another site.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

import { createHash } from 'node:crypto'

/** The longest policy that CloudFront accepts, in characters. */
export const longestPolicy = 1783

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hashes by which a policy allows exactly the style elements of a page, in their order. */
export const inlineStyleHashes = (html: string): string[] =>
  [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi)].map(([, text = '']) => hashOf(text))

/** The hashes by which a policy allows exactly the inline scripts of a page: `'sha256-…'`, in their order. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && !isData(attributes))
    .map(([, , text = '']) => hashOf(text))
}

/** Script elements of such a type are data; nothing runs them, so nothing has to be allowed. */
const isData = (attributes: string) => /\btype\s*=\s*["']?(application\/(ld\+)?json|text\/template)/i.test(attributes)

/**
 * The Content-Security-Policy of every answer.
 * @param html the built index.html, whose inline scripts and styles are allowed by hash and by nothing else
 * @param cards where the frame is in which a card is typed
 * @param secure false where the site is reached over plain http, as locally
 */
type Wanted = { html: string; region: string; cards: string; secure: boolean }
export function contentSecurityPolicy({ html, region, cards, secure }: Wanted) {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(html)],
    // Styles come from files, and from the page's own element by its hash. What React and Mantine set on an element while
    // they run goes through the object model, which is not inline.
    'style-src': ["'self'", ...inlineStyleHashes(html)],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", `https://cognito-idp.${region}.amazonaws.com`],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // Our own pages are shown in frames of our own dialogs.
    'frame-src': ["'self'", cards],
    'frame-ancestors': ["'self'"],
    ...(secure && { 'upgrade-insecure-requests': [] }),
  }
  return written(directives)
}

/**
 * That of the page in whose frame a card is typed.
 * @param fields whose fields they are: their script, and the frames that it makes
 * @param domain where the web is, which alone may show it; where a stage has no name of its own, any page may: it holds nothing
 */
type Card = { fields: string; domain: string | undefined; secure: boolean }
export function cardPolicy({ fields, domain, secure }: Card): string {
  return written({
    'default-src': ["'none'"],
    'script-src': ["'self'", fields],
    // The provider's script may put sheets of its own into this page; there is nothing else in it.
    'style-src': ["'self'", "'unsafe-inline'", fields],
    'img-src': [fields, 'data:'],
    'connect-src': [fields],
    'frame-src': [fields],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [domain ? `https://${domain}` : secure ? 'https:' : 'http:'],
  })
}

const written = (directives: Record<string, readonly string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

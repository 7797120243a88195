import { createHash } from 'node:crypto'

/** The longest policy that CloudFront accepts, in characters. */
export const maxPolicyLength = 1783

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The hashes that allow exactly the inline style elements of a page, in document order. */
export const inlineStyleHashes = (html: string): string[] =>
  [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi)].map(([, text = '']) => hashOf(text))

/** The hashes that allow exactly the inline scripts of a page: `'sha256-…'`, in document order. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && !isData(attributes))
    .map(([, , text = '']) => hashOf(text))
}

/** Script elements of these types are data: they never run, so they need not be allowed. */
const isData = (attributes: string) => /\btype\s*=\s*["']?(application\/(ld\+)?json|text\/template)/i.test(attributes)

/**
 * The Content-Security-Policy of every response.
 * @param html the built index.html, whose inline scripts and styles are allowed by hash and by nothing else
 * @param cards the origin of the frame in which card details are typed
 * @param secure false where the site is served over plain http, as locally
 */
type PolicyOptions = { html: string; region: string; cards: string; secure: boolean }
export function contentSecurityPolicy({ html, region, cards, secure }: PolicyOptions) {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScriptHashes(html)],
    // Styles come from files, and from the page's own style element by its hash. Styles that React and Mantine set at
    // runtime go through the object model, which does not count as inline.
    'style-src': ["'self'", ...inlineStyleHashes(html)],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", `https://cognito-idp.${region}.amazonaws.com`],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // Our own pages are shown in frames inside our dialogs.
    'frame-src': ["'self'", cards],
    'frame-ancestors': ["'self'"],
    ...(secure && { 'upgrade-insecure-requests': [] }),
  }
  return serialize(directives)
}

/**
 * The policy of the page in whose frame card details are typed.
 * @param fields the origin of the provider's fields: their script and the frames that it creates
 * @param domain the web's domain, the only one that may embed the page; on a stage without a domain any page may, since
 * it contains nothing of ours
 */
type CardPolicyOptions = { fields: string; domain: string | undefined; secure: boolean }
export function cardPolicy({ fields, domain, secure }: CardPolicyOptions): string {
  return serialize({
    'default-src': ["'none'"],
    'script-src': ["'self'", fields],
    // The provider's script may insert its own style sheets into this page, which holds nothing else.
    'style-src': ["'self'", "'unsafe-inline'", fields],
    'img-src': [fields, 'data:'],
    'connect-src': [fields],
    'frame-src': [fields],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [domain ? `https://${domain}` : secure ? 'https:' : 'http:'],
  })
}

const serialize = (directives: Record<string, readonly string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

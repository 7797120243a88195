import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cardPolicy, contentSecurityPolicy, inlineScriptHashes, inlineStyleHashes } from '#infra/csp.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('hashes of inline scripts', () => {
  test.each([
    ['cover the exact text with its white space', '<script>\n  a()\n</script>', ['\n  a()\n']],
    ['cover modules', '<script type="module" crossorigin>b()</script>', ['b()']],
    ['keep the order of the scripts', '<SCRIPT>a()</SCRIPT><p></p><script defer>b()</script >', ['a()', 'b()']],
    ['omit scripts loaded from files', '<script src="/x.js"></script><script type=module src=/y.js></script>', []],
    ['omit data', '<script type="application/json">{}</script><script type="application/ld+json">{}</script>', []],
    ['cover import maps, which browsers check like scripts', '<script type="importmap">{}</script>', ['{}']],
    ['cover scripts with an attribute that only resembles src', '<script data-src-of="x">c()</script>', ['c()']],
    ['are empty without scripts', '<p>script</p>', []],
  ])('%s', (_what, html, texts) => {
    expect(inlineScriptHashes(html)).toEqual(texts.map(hashOf))
  })
})

test('only style elements are allowed by hash, not style attributes', () => {
  const html =
    '<style>a{}</style><link rel="stylesheet" href="/x.css"><p style="color:red"></p><STYLE media="print">b{}</STYLE >'
  expect(inlineStyleHashes(html)).toEqual(['a{}', 'b{}'].map(hashOf))
})

test('a policy too long for CloudFront fails with its length', async () => {
  const html = Array.from({ length: 40 }, (_, n) => `<script>run(${n})</script>`).join('')
  const { securityHeaders } = await import('#infra/headers.ts')
  const { stages } = await import('#infra/stages.ts')
  const { Stack } = await import('aws-cdk-lib')
  expect(
    contentSecurityPolicy({ html, region: 'us-east-1', cards: 'https://cards.example', secure: true }).length,
  ).toBeGreaterThan(1783)
  expect(() => securityHeaders(new Stack(), stages.dev, { html, cards: 'https://cards.example' })).toThrow(
    /characters long; CloudFront takes 1783/,
  )
})

test('the card page allows the provider’s scripts, and framing by the web app only', () => {
  const policy = cardPolicy({ fields: 'https://pay.example', domain: 'app.club.example', secure: true })
  expect(policy).toBe(
    "default-src 'none'; script-src 'self' https://pay.example; style-src 'self' 'unsafe-inline' https://pay.example; " +
      'img-src https://pay.example data:; connect-src https://pay.example; frame-src https://pay.example; ' +
      "base-uri 'none'; form-action 'none'; frame-ancestors https://app.club.example",
  )
  expect(cardPolicy({ fields: 'https://pay.example', domain: undefined, secure: true })).toMatch(
    /; frame-ancestors https:$/,
  )
})

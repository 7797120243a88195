import { describe, expect, test } from 'vitest'
import { inlineScriptHashes, inlineStyleHashes } from '#infra/csp.ts'
import { page, synthesized, withDomain } from './synthesized.ts'

const prod = synthesized(withDomain)
const local = synthesized('local')
const config = prod.one('web', 'AWS::CloudFront::Distribution', 'Distribution').Properties.DistributionConfig
const headersOf = (of: typeof prod) =>
  of.one('web', 'AWS::CloudFront::ResponseHeadersPolicy', 'Headers').Properties.ResponseHeadersPolicyConfig
/** A template's text with its references written as `{{id attribute}}`. */
const written = (text: string | { 'Fn::Join': [string, (string | Record<string, string[]>)[]] }): string =>
  typeof text === 'string'
    ? text
    : text['Fn::Join'][1]
        .map((part) => (typeof part === 'string' ? part : `{{${Object.values(part).flat().join(' ')}}}`))
        .join('')
const policyOf = (of: typeof prod): Map<string, string[]> =>
  new Map(
    written(headersOf(of).SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources] as const
      }),
  )

describe('security headers', () => {
  const policy = policyOf(prod)

  test('allow scripts only from our origin, or by hash of an inline script', () => {
    const hashes = inlineScriptHashes(page)
    expect(hashes).toHaveLength(2)
    expect(policy.get('script-src')).toEqual(["'self'", ...hashes])
    expect(policy.has('script-src-elem')).toBe(false)
    expect(policy.has('script-src-attr')).toBe(false)
  })

  test('allow styles only from our origin, or by hash of a style element', () => {
    const hashes = inlineStyleHashes(page)
    expect(hashes).toHaveLength(1)
    expect(policy.get('style-src')).toEqual(["'self'", ...hashes])
  })

  test('do not allow other origins for the manifest and workers', () => {
    for (const directive of ['manifest-src', 'worker-src', 'child-src']) expect(policy.has(directive)).toBe(false)
  })

  test('limit connections to our origin and the user pool', () => {
    expect(policy.get('default-src')).toEqual(["'self'"])
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://cognito-idp.us-east-1.amazonaws.com'])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'self'"])
    expect([...policy.values()].flat().filter((source) => /\*|unsafe|http:/.test(source))).toEqual([])
  })

  test('require https except locally', () => {
    expect(policy.has('upgrade-insecure-requests')).toBe(true)
    expect(policyOf(local).has('upgrade-insecure-requests')).toBe(false)
    const { StrictTransportSecurity } = headersOf(prod).SecurityHeadersConfig
    expect(StrictTransportSecurity.AccessControlMaxAgeSec).toBeGreaterThan(365 * 24 * 3600)
  })

  test('forbid MIME sniffing, limit referrers and framing, and restrict permissions', () => {
    expect(headersOf(prod).SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin' },
      FrameOptions: { FrameOption: 'SAMEORIGIN' },
    })
    const custom = headersOf(prod).CustomHeadersConfig.Items.map(({ Header }: { Header: string }) => Header)
    expect(custom).toEqual(['Permissions-Policy', 'Cross-Origin-Opener-Policy'])
  })

  test('are the same for every cache behavior', () => {
    const said = [config.DefaultCacheBehavior, ...config.CacheBehaviors].map(
      ({ ResponseHeadersPolicyId }) => ResponseHeadersPolicyId,
    )
    expect(new Set(said.map((id) => JSON.stringify(id))).size).toBe(1)
  })
})

import { describe, expect, test } from 'vitest'
import { prefixesOf } from '#infra/prefixes.ts'
import { routes } from '#shared/api/index.ts'
import { triggeredBy } from '#infra/registry.ts'
import { domain, parts, synthesized, withDomain } from './synthesized.ts'

const prod = synthesized(withDomain)
const local = synthesized('local')
const config = prod.one('web', 'AWS::CloudFront::Distribution', 'Distribution').Properties.DistributionConfig
const feeds = '/rest-api/calendar/feed/*'
const bucketName = { 'Fn::ImportValue': expect.stringMatching(/^touchline-prod-data:ExportsOutputRefMedia/) }
const mediaHost = { 'Fn::Join': ['', [bucketName, '.s3.us-east-1.amazonaws.com']] }

describe('the distribution', () => {
  test('passes the API’s paths on uncached, with all methods and the viewer’s headers', () => {
    // Webhooks have addresses of their own.
    const atGateway = new Set(triggeredBy('api').map(([, { on }]) => on.api))
    const behaviors = config.CacheBehaviors.filter(
      ({ PathPattern }: { PathPattern: string }) =>
        !['/avatar/*', '/incoming/*', '/files/*', '/copies/*', '/live', feeds].includes(PathPattern),
    )
    expect(behaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual(
      prefixesOf(routes.filter(({ area }) => atGateway.has(area)).map(({ key }) => key)),
    )
    for (const behavior of behaviors) {
      expect(behavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad') // AWS's CachingDisabled
      expect(behavior.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac') // AllViewerExceptHostHeader
      expect(behavior.AllowedMethods).toHaveLength(7)
      expect(behavior.FunctionAssociations).toEqual([expect.objectContaining({ EventType: 'viewer-request' })])
    }
  })

  test('has a firewall in prod, as has the user pool, and sends a secret to the API', () => {
    expect(config.WebACLId).toEqual({ 'Fn::GetAtt': [expect.stringMatching(/^Firewall/), 'Arn'] })
    expect(local.ofType('web', 'AWS::WAFv2::WebACL')).toEqual([])
    for (const part of ['web', 'identity'] as const) {
      const { Properties } = prod.one(part, 'AWS::WAFv2::WebACL')
      expect(Properties.Scope).toBe(part === 'web' ? 'CLOUDFRONT' : 'REGIONAL')
      expect(Properties.Rules.map(({ Name }: { Name: string }) => Name)).toEqual([
        'TooOften',
        'AWSManagedRulesAmazonIpReputationList',
        'AWSManagedRulesKnownBadInputsRuleSet',
        ...(part === 'web' ? ['TokenTooOften', 'TokensTooOften'] : ['OursTooOften']),
      ])
      // URLs contain ids of children: no requests are sampled.
      expect(JSON.stringify(Properties)).not.toContain('"SampledRequestsEnabled":true')
    }
    expect(prod.one('identity', 'AWS::WAFv2::WebACLAssociation')).toBeDefined()
    const origins = config.Origins.filter(
      ({ OriginCustomHeaders }: { OriginCustomHeaders?: unknown }) => OriginCustomHeaders,
    )
    expect(JSON.stringify(origins)).toContain('{{resolve:secretsmanager:')
    for (const { Properties } of prod.ofType('areas', 'AWS::Lambda::Function'))
      expect(JSON.stringify(Properties.Environment.Variables.ORIGIN_SECRET)).toContain('{{resolve:secretsmanager:')
  })

  test('limits requests with access tokens per token and per address, below the gateway’s limit for all', () => {
    type Rule = { Name: string; Action: unknown; Statement: { RateBasedStatement?: Record<string, unknown> } }
    const { Properties } = prod.one('web', 'AWS::WAFv2::WebACL')
    const ofTokens = (Properties.Rules as Rule[]).filter(({ Name }) => Name.startsWith('Token'))
    const transformed = [
      { Priority: 0, Type: 'COMPRESS_WHITE_SPACE' },
      { Priority: 1, Type: 'LOWERCASE' },
    ]
    for (const { Statement, Action } of ofTokens) {
      expect(Statement.RateBasedStatement).toMatchObject({
        EvaluationWindowSec: 60,
        ScopeDownStatement: {
          ByteMatchStatement: {
            FieldToMatch: { SingleHeader: { Name: 'authorization' } },
            PositionalConstraint: 'STARTS_WITH',
            SearchString: 'bearer tlp_',
            TextTransformations: transformed,
          },
        },
      })
      expect(JSON.stringify(Action)).toContain('"ResponseCode":429')
      expect(JSON.stringify(Action)).toContain('"Name":"retry-after","Value":"60"')
    }
    // Counts each token separately, with its club's limit per minute; and all requests of an address together, as it may invent
    // tokens.
    expect(ofTokens.map(({ Statement: { RateBasedStatement: rate } }) => rate)).toMatchObject([
      {
        Limit: 300,
        AggregateKeyType: 'CUSTOM_KEYS',
        CustomKeys: [{ Header: { Name: 'authorization', TextTransformations: transformed } }],
      },
      { Limit: 600, AggregateKeyType: 'IP' },
    ])
    const { code, message } = JSON.parse(Properties.CustomResponseBodies.TooOften.Content)
    expect([code, message]).toEqual(['out_of_budget', 'This was asked too often: ask again in 60 seconds.'])
    // The limit of all programs is higher than that of one address.
    const [of] = prod.ofType('api', 'AWS::ApiGatewayV2::Stage').flatMap(({ Properties: { RouteSettings } }) => {
      const settings = RouteSettings?.['ANY /token/{path+}']
      return settings ? [settings] : []
    })
    expect(60 * of.ThrottlingRateLimit).toBeGreaterThanOrEqual(10 * 600)
  })

  test('passes on WebSocket connections at their own path', () => {
    const behavior = config.CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) => PathPattern === '/live')
    const origin = config.Origins.find(({ Id }: { Id: string }) => Id === behavior.TargetOriginId)
    expect(JSON.stringify(origin.DomainName)).toContain('touchline-prod-api:ExportsOutputRefLines')
    expect(behavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad') // AWS's CachingDisabled
    expect(behavior.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac') // AllViewerExceptHostHeader
  })

  test.each(['/incoming/*', '/files/*', '/copies/*'])(
    'passes %s on to the media bucket as signed, uncached',
    (path) => {
      const behavior = config.CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) => PathPattern === path)
      const origin = config.Origins.find(({ Id }: { Id: string }) => Id === behavior.TargetOriginId)
      // Exactly the host that functions sign for: S3 has others for the same bucket.
      expect(origin.DomainName).toEqual(mediaHost)
      // With its own access to the bucket, the distribution would serve everyone what was signed for one user.
      expect(origin.OriginAccessControlId).toBeUndefined()
      expect(origin.S3OriginConfig).toEqual({ OriginAccessIdentity: '' })
      expect(behavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad') // AWS's CachingDisabled
      expect(behavior.OriginRequestPolicyId).toBe('b689b0a8-53d0-40ab-baf2-68738e2966ac') // AllViewerExceptHostHeader
      expect(behavior.AllowedMethods).toContain('PUT')
    },
  )

  test('serves pictures from the media bucket by version, cached for at most five minutes', () => {
    const pictures = config.CacheBehaviors.find(
      ({ PathPattern }: { PathPattern: string }) => PathPattern === '/avatar/*',
    )
    const origin = config.Origins.find(({ Id }: { Id: string }) => Id === pictures.TargetOriginId)
    expect(origin.DomainName).toEqual(mediaHost)
    expect(origin.OriginAccessControlId).toBeDefined()
    expect(pictures.AllowedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD'])
    expect(pictures.FunctionAssociations).toBeUndefined()
    const { CachePolicyConfig } = prod.one('web', 'AWS::CloudFront::CachePolicy').Properties
    expect(CachePolicyConfig).toMatchObject({ MinTTL: 0, DefaultTTL: 300, MaxTTL: 300 })
    expect(CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin).toMatchObject({
      QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['v'] },
      HeadersConfig: { HeaderBehavior: 'none' },
      CookiesConfig: { CookieBehavior: 'none' },
    })
  })

  test('serves all other paths from the web bucket, without error pages', () => {
    expect(config.DefaultCacheBehavior.FunctionAssociations).toEqual([
      expect.objectContaining({ EventType: 'viewer-request' }),
    ])
    for (const response of config.CustomErrorResponses)
      expect(Object.keys(response).toSorted()).toEqual(['ErrorCachingMinTTL', 'ErrorCode'])
  })

  test('caches no error responses', () => {
    // All status codes that CloudFront allows here, except 416, which it never caches.
    const named = config.CustomErrorResponses.map(({ ErrorCode }: { ErrorCode: number }) => ErrorCode)
    expect(named.toSorted()).toEqual([400, 403, 404, 405, 414, 500, 501, 502, 503, 504])
    for (const { ErrorCachingMinTTL } of config.CustomErrorResponses) expect(ErrorCachingMinTTL).toBe(0)
  })

  test('supports TLS 1.2 and later, HTTP/2 and HTTP/3, and compression', () => {
    expect(config).toMatchObject({
      HttpVersion: 'http2and3',
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    })
    for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors])
      expect(behavior).toMatchObject({ Compress: true })
  })

  test('redirects pages, pictures and calendar links to https, and rejects the API over http', () => {
    expect(config.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https')
    // People open pictures directly. Calendar links come before the API, whose pattern also matches them.
    const led = [feeds, '/avatar/*']
    for (const { PathPattern, ViewerProtocolPolicy } of config.CacheBehaviors)
      expect([PathPattern, ViewerProtocolPolicy]).toEqual([
        PathPattern,
        led.includes(PathPattern) ? 'redirect-to-https' : 'https-only',
      ])
    const paths = config.CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)
    expect(paths.indexOf(feeds)).toBeLessThan(paths.indexOf('/rest-api/*'))
  })

  test('has the stage’s own domain, if any', () => {
    expect(config.Aliases).toEqual([domain.name])
    expect(prod.one('web', 'AWS::CertificateManager::Certificate').Properties.DomainName).toBe(domain.name)
    const names = prod
      .ofType('web', 'AWS::Route53::RecordSet')
      .map(({ Properties }) => [Properties.Name, Properties.Type])
    expect(names).toEqual([
      [`${domain.name}.`, 'A'],
      [`${domain.name}.`, 'AAAA'],
    ])
    expect(
      local.one('web', 'AWS::CloudFront::Distribution', 'Distribution').Properties.DistributionConfig.Aliases,
    ).toBeUndefined()
  })
})

describe('a stage with a domain', () => {
  test('sends signed mail from it', () => {
    expect(prod.one('data', 'AWS::SES::EmailIdentity').Properties.EmailIdentity).toBe(domain.name)
    const records = prod.ofType('data', 'AWS::Route53::RecordSet').map(({ Properties }) => Properties.Type)
    expect(records).toEqual(['CNAME', 'CNAME', 'CNAME', 'TXT'])
    const { EmailConfiguration } = prod.one('identity', 'AWS::Cognito::UserPool').Properties
    expect(EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Touchline <no-reply@app.club.example>',
    })
    const plain = local.one('identity', 'AWS::Cognito::UserPool').Properties
    expect(plain.EmailConfiguration.EmailSendingAccount).toBe('COGNITO_DEFAULT')
  })

  test('reads its hosted zone’s id from a parameter at deployment', () => {
    const { Parameters } = prod.assembly.getStackByName('touchline-prod-web').template
    const defaults = Object.values<{ Default: string }>(Parameters).map(({ Default }) => Default)
    expect(defaults).toContain(domain.zoneIdParameter)
  })

  test('sends alarms to its address', () => {
    expect(prod.one('data', 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'duty@club.example',
    })
    expect(local.ofType('data', 'AWS::SNS::Subscription')).toEqual([])
  })
})

describe('the web bucket', () => {
  test('is private and encrypted, and read only by the two distributions', () => {
    const { Properties } = prod.one('web', 'AWS::S3::Bucket')
    expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true])
    expect(Properties.BucketEncryption).toBeDefined()
    expect(Properties.WebsiteConfiguration).toBeUndefined()
    const allowed = prod
      .one('web', 'AWS::S3::BucketPolicy')
      .Properties.PolicyDocument.Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow')
    const reads = { Principal: { Service: 'cloudfront.amazonaws.com' }, Action: 's3:GetObject' }
    expect(allowed).toEqual([expect.objectContaining(reads), expect.objectContaining(reads)])
    const from = allowed.map(({ Condition }: { Condition: object }) => JSON.stringify(Condition))
    expect(from).toEqual([expect.stringContaining('"Ref":"Card'), expect.stringContaining('"Ref":"Distribution')])
  })

  test('gets hashed files cached for a year first, then pages that are revalidated', () => {
    const deployed = prod.ofType('web', 'Custom::CDKBucketDeployment')
    const [assets, pages] = ['Assets', 'Pages'].map((start) =>
      deployed.find(({ id }) => id.startsWith(`${start}CustomResource`)),
    )
    expect(assets?.Properties).toMatchObject({
      DestinationBucketKeyPrefix: 'assets',
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
      Prune: false,
    })
    expect(pages?.Properties).toMatchObject({
      SystemMetadata: { 'cache-control': 'no-cache' },
      DistributionPaths: ['/*'],
      Prune: false,
    })
    expect(pages?.DependsOn).toContainEqual(expect.stringMatching(/^Assets/))
  })
})

test('every stack stays well below CloudFormation’s limit of 500 resources', () => {
  expect(parts.map((part) => [part, prod.all(part).length] as const).filter(([, count]) => count > 450)).toEqual([])
})

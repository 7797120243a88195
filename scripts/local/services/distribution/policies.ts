import type { Assembly } from '../../types.ts'
import { StartError } from '../../startError.ts'

/** Which names a policy includes: some, all, or all except some. */
type Choice = { all: boolean; names: string[] }
/** Which parts of a viewer's request reach the origin, and how responses are compressed. */
export type Forwarding = { headers: Choice[]; cookies: Choice[]; queryStrings: Choice[]; encodings: Encoding[] }
export type Encoding = 'br' | 'gzip'

type Configuration = Record<string, unknown> & {
  EnableAcceptEncodingGzip?: boolean
  EnableAcceptEncodingBrotli?: boolean
}

const forwardNothing = {
  HeadersConfig: { HeaderBehavior: 'none' },
  CookiesConfig: { CookieBehavior: 'none' },
  QueryStringsConfig: { QueryStringBehavior: 'none' },
}
const all = { CookiesConfig: { CookieBehavior: 'all' }, QueryStringsConfig: { QueryStringBehavior: 'all' } }

/** CloudFront's managed policies by their fixed ids. */
const MANAGED: Record<string, Configuration> = {
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': forwardNothing,
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    ...forwardNothing,
    EnableAcceptEncodingGzip: true,
    EnableAcceptEncodingBrotli: true,
  },
  // AllViewer
  '216adef6-5c7f-47e4-b989-5492eafa07d3': { ...all, HeadersConfig: { HeaderBehavior: 'allViewer' } },
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': { ...all, HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['host'] } },
}

/** Combines a behavior's cache policy and origin request policy. Throws for an unknown managed policy. */
export function readForwarding(assembly: Assembly, cachePolicyId: string, originRequestPolicyId?: string): Forwarding {
  const cache = configuration(assembly, cachePolicyId)
  const configurations = originRequestPolicyId ? [cache, configuration(assembly, originRequestPolicyId)] : [cache]
  return {
    headers: configurations.map((configuration) => choice(configuration.HeadersConfig, 'HeaderBehavior', 'Headers')),
    cookies: configurations.map((configuration) => choice(configuration.CookiesConfig, 'CookieBehavior', 'Cookies')),
    queryStrings: configurations.map((configuration) =>
      choice(configuration.QueryStringsConfig, 'QueryStringBehavior', 'QueryStrings'),
    ),
    encodings: [
      ...(cache.EnableAcceptEncodingBrotli ? ['br' as const] : []),
      ...(cache.EnableAcceptEncodingGzip ? ['gzip' as const] : []),
    ],
  }
}

function configuration(assembly: Assembly, id: string): Configuration {
  const managedPolicy = MANAGED[id]
  if (managedPolicy) return managedPolicy
  const ownPolicy = assembly
    .ofType('AWS::CloudFront::CachePolicy', 'AWS::CloudFront::OriginRequestPolicy')
    .find((resource) => assembly.physicalId(resource) === id)
  if (!ownPolicy) throw new StartError(`The local distribution does not know CloudFront's managed policy ${id}.`)
  const { CachePolicyConfig, OriginRequestPolicyConfig } = assembly.resolve<{
    CachePolicyConfig?: { ParametersInCacheKeyAndForwardedToOrigin: Configuration }
    OriginRequestPolicyConfig?: Configuration
  }>(ownPolicy.stack, ownPolicy.properties)
  return CachePolicyConfig?.ParametersInCacheKeyAndForwardedToOrigin ?? OriginRequestPolicyConfig ?? {}
}

function choice(config: unknown, behaviorName: string, listProperty: string): Choice {
  const { [behaviorName]: behavior, [listProperty]: names } = (config ?? {}) as Record<string, unknown>
  const listedNames = Array.isArray(names) ? names.map((name) => String(name).toLowerCase()) : []
  return {
    all: behavior === 'all' || behavior === 'allExcept' || String(behavior).startsWith('allViewer'),
    names: behavior === 'none' ? [] : listedNames,
  }
}

/** Whether one of the choices includes the name. */
export const forwardsName = (choices: readonly Choice[], name: string): boolean =>
  choices.some(({ all: isExclusion, names }) => isExclusion !== names.includes(name.toLowerCase()))

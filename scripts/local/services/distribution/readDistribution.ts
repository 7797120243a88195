import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import type { Assembly, Resource } from '../../types.ts'
import { wildcard } from './deployFiles.ts'
import { type Encoding, type Forwarding, readForwarding } from './policies.ts'
import { type HeaderRule, readHeaderRules } from './responseHeaders.ts'
import { StartError } from '../../startError.ts'

/** One resolved behavior of a distribution. */
export type Behavior = {
  /** CloudFront's path pattern; `*` for the default behavior. */
  pattern: string
  matches: (path: string) => boolean
  origin: OriginSpec
  methods: string[]
  forwarding: Forwarding
  encodings: Encoding[]
  headerRules: HeaderRule[]
  /** The CloudFront Function that runs first on every request. */
  viewerRequest?: Resource
}

export type OriginSpec = {
  kind: 'api' | 'socket' | 'bucket'
  resource: Resource
  host: string
  /** The origin path, without a trailing slash. */
  path: string
  /** Headers that are added to every request to this origin. */
  headers: Record<string, string>
  /** A bucket that the distribution itself cannot access: each request has a signature in its URL. */
  signedAhead?: boolean
}

export type DistributionSpec = {
  id: string
  domainName: string
  /** In CloudFront's order: the first match is used; the default behavior is the last. */
  behaviors: Behavior[]
  defaultRootObject: string
}

type BehaviorConfig = {
  PathPattern?: string
  TargetOriginId: string
  AllowedMethods?: string[]
  CachePolicyId?: string
  OriginRequestPolicyId?: string
  ResponseHeadersPolicyId?: string
  Compress?: boolean
  FunctionAssociations?: { EventType: string; FunctionARN: string }[]
}
type OriginConfig = {
  Id: string
  DomainName: string
  OriginPath?: string
  OriginAccessControlId?: string
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[]
}
type DistributionConfig = {
  CacheBehaviors?: BehaviorConfig[]
  CustomErrorResponses?: { ErrorCode: number }[]
  DefaultCacheBehavior: BehaviorConfig
  DefaultRootObject?: string
  Origins: OriginConfig[]
}

// The last line of each has no effect locally, where there is one address, no TLS and no cache.
const KNOWN_PROPERTIES = {
  distribution: [
    ...'CacheBehaviors CustomErrorResponses DefaultCacheBehavior DefaultRootObject Enabled Origins'.split(' '),
    ...'Aliases Comment HttpVersion IPV6Enabled Logging PriceClass ViewerCertificate'.split(' '),
  ],
  behavior: [
    ...'AllowedMethods CachePolicyId Compress FunctionAssociations OriginRequestPolicyId PathPattern'.split(' '),
    ...'ResponseHeadersPolicyId TargetOriginId'.split(' '),
    ...'CachedMethods ViewerProtocolPolicy'.split(' '),
  ],
  error: ['ErrorCode', 'ErrorCachingMinTTL'],
  origin: [
    ...'DomainName Id OriginAccessControlId OriginCustomHeaders OriginPath'.split(' '),
    ...'ConnectionAttempts ConnectionTimeout CustomOriginConfig S3OriginConfig'.split(' '),
  ],
}

/**
 * The distribution with several paths is the main origin; each other one, with a single page, is served under a host
 * name of its own.
 */
export const isOneOrigin = ({ properties }: Resource): boolean =>
  (properties.DistributionConfig as DistributionConfig).CacheBehaviors !== undefined

export function onlyDistribution(assembly: Assembly): Resource {
  const [distribution, second] = assembly.ofType('AWS::CloudFront::Distribution').filter(isOneOrigin)
  if (distribution && !second) return distribution
  throw new StartError(
    'The local cloud serves exactly one distribution with paths of its own, and the app has another number.',
  )
}

/** The other distributions by their local host names: browsers resolve every name with this ending to this machine. */
export const otherDistributions = (assembly: Assembly): [host: string, Resource][] =>
  assembly
    .ofType('AWS::CloudFront::Distribution')
    .filter((each) => !isOneOrigin(each))
    .map((each) => [hostOf(assembly.physicalId(each)), each])
export const hostOf = (id: string): string => `${id.toLowerCase()}.localhost`

/** Reads the assembly's distribution. Throws, naming it, for a behavior that is not supported locally. */
export function readDistribution(assembly: Assembly, distribution: Resource): DistributionSpec {
  const config = assembly.resolve<DistributionConfig>(distribution.stack, distribution.properties.DistributionConfig)
  rejectUnknownProperties(config, KNOWN_PROPERTIES.distribution, describeResource(distribution))
  for (const error of config.CustomErrorResponses ?? [])
    rejectUnknownProperties(
      error,
      KNOWN_PROPERTIES.error,
      `the error ${error.ErrorCode} of ${describeResource(distribution)}`,
    )
  for (const origin of config.Origins)
    rejectUnknownProperties(origin, KNOWN_PROPERTIES.origin, `an origin of ${describeResource(distribution)}`)
  for (const behavior of [...(config.CacheBehaviors ?? []), config.DefaultCacheBehavior]) {
    rejectUnknownProperties(
      behavior,
      KNOWN_PROPERTIES.behavior,
      `the behavior ${behavior.PathPattern ?? '*'} of ${describeResource(distribution)}`,
    )
  }
  const origins = new Map(config.Origins.map((origin) => [origin.Id, readOrigin(assembly, origin)]))
  const id = assembly.physicalId(distribution)
  return {
    id,
    domainName: `${id.toLowerCase()}.cloudfront.net`,
    behaviors: [...(config.CacheBehaviors ?? []), config.DefaultCacheBehavior].map((behavior) =>
      readBehavior(assembly, behavior, origins),
    ),
    defaultRootObject: config.DefaultRootObject ?? '',
  }
}

function readBehavior(assembly: Assembly, config: BehaviorConfig, origins: Map<string, OriginSpec>): Behavior {
  const { PathPattern: pattern = '*', CachePolicyId, FunctionAssociations = [] } = config
  const origin = origins.get(config.TargetOriginId)
  if (!origin || !CachePolicyId) throw new StartError(`The behavior ${pattern} has no origin or no cache policy.`)
  const forwarding = readForwarding(assembly, CachePolicyId, config.OriginRequestPolicyId)
  const functions = FunctionAssociations.map(({ EventType, FunctionARN }) => {
    const resource = assembly.byArn(FunctionARN)
    if (EventType !== 'viewer-request' || resource?.type !== 'AWS::CloudFront::Function') {
      throw new StartError(
        `The behavior ${pattern} runs something at ${EventType}; the local distribution runs CloudFront Functions at viewer-request.`,
      )
    }
    return resource
  })
  const path = wildcard(pattern.startsWith('/') || pattern === '*' ? pattern : `/${pattern}`)
  return {
    pattern,
    matches: (requested) => path.test(requested),
    origin,
    methods: config.AllowedMethods ?? ['GET', 'HEAD'],
    forwarding,
    encodings: config.Compress ? forwarding.encodings : [],
    headerRules: readHeaderRules(assembly, config.ResponseHeadersPolicyId),
    ...(functions[0] && { viewerRequest: functions[0] }),
  }
}

function readOrigin(assembly: Assembly, config: OriginConfig): OriginSpec {
  const { DomainName: host, OriginPath = '', OriginAccessControlId, OriginCustomHeaders = [] } = config
  const api = assembly
    .ofType('AWS::ApiGatewayV2::Api')
    .find((resource) => host.startsWith(`${assembly.physicalId(resource)}.execute-api.`))
  const bucket = assembly
    .ofType('AWS::S3::Bucket')
    .find((resource) => host.startsWith(`${assembly.physicalId(resource)}.s3.`))
  const resource = api ?? bucket
  if (!resource) throw new StartError(`The distribution's origin ${host} is no API and no bucket of the assembly.`)
  const headers = OriginCustomHeaders.map(
    ({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue] as const,
  )
  const ofApi = api?.properties.ProtocolType === 'WEBSOCKET' ? 'socket' : 'api'
  return {
    kind: api ? ofApi : 'bucket',
    resource,
    host,
    path: OriginPath,
    headers: Object.fromEntries(headers),
    ...(bucket && !OriginAccessControlId && { signedAhead: true }),
  }
}

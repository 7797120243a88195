import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Annotations, type App, CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  AllowedMethods,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  type DistributionProps,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3'
import { publicFolders, signedFolders } from '#functions/registry.ts'
import type { feeds } from '#shared/api/feeds.ts'
import { budgets } from '#shared/rules/budgets.ts'
import { alarm, fiveMinutes } from './alarms.ts'
import { cardFrame } from './cards.ts'
import type { Data } from './data.ts'
import { certificateOf, addDnsRecords, zoneOf } from './domain.ts'
import { firewall, originHeader, originValue } from './firewall.ts'
import { securityHeaders } from './headers.ts'
import type { SignIn } from './identity.ts'
import { webSocketPath, type WebSockets } from './webSockets.ts'
import { pathsOf, publish } from './publish.ts'
import { region, type Stage, stackName } from './stages.ts'

type WebProps = {
  data: Data
  signIn: SignIn
  api: HttpApi
  /** The WebSocket API, which the distribution serves at `webSocketPath`. */
  webSockets: WebSockets | undefined
  /** Path patterns that are the API's; all else is the web's. */
  prefixes: readonly string[]
  /** The folder that contains `web/`. */
  build: string
}

/** The single origin: the web from a private bucket, the API under its own paths. Returns its address: `https://…`. */
export function webStack(app: App, stage: Stage, props: WebProps): string {
  const { data, signIn, build } = props
  const stack = new Stack(app, stackName(stage, 'web'), { env: { region } })
  const bucket = webBucket(stack)
  const card = cardFrame(stack, stage, bucket)
  const behaviors = behaviorsOf(stack, stage, props, { bucket, cards: `https://${card.distributionDomainName}` })
  const ownDomain = stage.domain && { domain: stage.domain, zone: zoneOf(stack, stage.domain) }
  const distribution = new Distribution(stack, 'Distribution', {
    comment: `Touchline ${stage.name}`,
    ...(ownDomain && {
      domainNames: [ownDomain.domain.name],
      certificate: certificateOf(stack, ownDomain),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    }),
    ...(stage.firewall && { webAclId: firewallOf(stack, stage, build) }),
    defaultRootObject: 'index.html',
    httpVersion: HttpVersion.HTTP2_AND_3,
    // North America and Europe, where the clubs are, at the lowest price.
    priceClass: PriceClass.PRICE_CLASS_100,
    ...behaviors,
    errorResponses: uncachedErrors,
  })
  acknowledgeFindings(distribution, stage)
  if (ownDomain) addDnsRecords(stack, ownDomain, distribution)
  publish(stack, { stage, bucket, distribution, signIn, folder: join(build, 'web'), card })
  alarm(stack, 'WebFails', {
    metric: distribution.metric5xxErrorRate({
      period: fiveMinutes,
      // CloudFront publishes its metrics under both dimensions, and CDK omits the second: the first alone matches nothing.
      dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
    }),
    above: 1,
    periods: 2,
    impact:
      'Touchline does not open, or not for everyone: more than one in a hundred requests at the front door fails.',
    page: 'web-fails',
    topic: data.topic,
  })
  const address = `https://${stage.domain?.name ?? distribution.distributionDomainName}`
  new CfnOutput(stack, 'Address', { value: address })
  new CfnOutput(stack, 'WebBucket', { value: bucket.bucketName })
  return address
}

/**
 * What the distribution serves from the bucket of the web, and which paths it passes on to the API, the WebSocket API and the media bucket.
 */
function behaviorsOf(
  stack: Stack,
  stage: Stage,
  { data, api, webSockets, prefixes, build }: WebProps,
  { bucket, cards }: { bucket: Bucket; cards: string },
): Pick<DistributionProps, 'defaultBehavior' | 'additionalBehaviors'> {
  const shared = {
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    responseHeadersPolicy: securityHeaders(stack, stage, {
      html: readFileSync(join(build, 'web/index.html'), 'utf8'),
      cards,
    }),
    compress: true,
  }
  // Programs and the web's own scripts use https: a request in plain text is refused, not redirected.
  const secure = { ...shared, viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY }
  const gatewayOf = ({ apiId }: { apiId: string }) => `${apiId}.execute-api.${region}.amazonaws.com`
  const forwarded = {
    cachePolicy: CachePolicy.CACHING_DISABLED,
    // Everything in the request except its host header, by which the gateway would look for another API.
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  }
  const toApi = {
    ...secure,
    ...forwarded,
    functionAssociations: [edgeFunction(stack, 'Size', 'size.js')],
    origin: new HttpOrigin(gatewayOf(api), {
      ...(data.origin && { customHeaders: { [originHeader]: originValue(data.origin, stage, 'says') } }),
    }),
    allowedMethods: AllowedMethods.ALLOW_ALL,
  }
  const toWebSockets = webSockets && { ...secure, ...forwarded, origin: new HttpOrigin(gatewayOf(webSockets.api)) }
  const toMedia = { ...shared, origin: mediaOrigin(stack, data), cachePolicy: mediaCaching(stack, stage) }
  // These requests were signed for the bucket by a function with that right, so they are forwarded with their whole query.
  const toFiles = {
    ...secure,
    ...forwarded,
    origin: S3BucketOrigin.withBucketDefaults(mediaBucketOf(stack, data)),
    allowedMethods: AllowedMethods.ALLOW_ALL,
  }
  return {
    defaultBehavior: {
      ...shared,
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      // On the viewer request, so that an error of the API is never answered with the app's page.
      functionAssociations: [edgeFunction(stack, 'Spa', 'spa.js')],
    },
    additionalBehaviors: {
      // People give webcal: links to calendar apps, and some of those try http first.
      [feedsPath]: { ...toApi, viewerProtocolPolicy: shared.viewerProtocolPolicy },
      ...Object.fromEntries(prefixes.map((pattern) => [pattern, toApi])),
      ...(toWebSockets && { [`/${webSocketPath}`]: toWebSockets }),
      ...Object.fromEntries(publicFolders.map((folder) => [`/${folder}/*`, toMedia])),
      ...Object.fromEntries(signedFolders.map((folder) => [`/${folder}/*`, toFiles])),
    },
  }
}

/** A CloudFront function that runs on each request before the cache is checked. */
const edgeFunction = (stack: Stack, id: string, file: string) => ({
  function: new EdgeFunction(stack, id, {
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromFile({ filePath: join(import.meta.dirname, file) }),
  }),
  eventType: FunctionEventType.VIEWER_REQUEST,
})

const firewallOf = (stack: Stack, stage: Stage, build: string): string =>
  firewall(stack, 'Firewall', stage, {
    scope: 'CLOUDFRONT',
    // All phones at a club's ground share one address. At the first visit, each requests all files of the web, hundreds
    // of them; these come from the cache, so they are not counted.
    maxRequests: 5000,
    excludedPaths: pathsOf(join(build, 'web')),
    // A token may use as much as its whole club; two clubs' tokens may be used from one machine.
    tokens: { ofToken: budgets.burst.person, fromAddress: 2 * budgets.burst.person },
  }).attrArn

/** The cdk-nag findings that are intended, each with its reason. */
function acknowledgeFindings(distribution: Distribution, stage: Stage): void {
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'Families travel: a parent answers from wherever they are.' },
    ...(stage.firewall
      ? []
      : [
          {
            id: 'AwsSolutions-CFR2',
            reason: 'This stage may be thrown away: the gateway throttles and checks every token, and no club is here.',
          },
        ]),
    {
      id: 'AwsSolutions-CFR3',
      reason: "Addresses hold the ids of children. The gateway's log has routes, times and failures without them.",
    },
    ...(stage.domain
      ? []
      : [
          {
            id: 'AwsSolutions-CFR4',
            reason:
              "CloudFront's own name comes with its own certificate and its own TLS; a domain in stages.ts ends that.",
          },
        ]),
  )
}

/** Type-checked against the contract: renaming that path breaks the compilation here. */
const feedKey = 'GET /rest-api/calendar/feed/{feedFile}' satisfies keyof typeof feeds
const feedsPath = feedKey.slice('GET '.length).replace('{feedFile}', '*')

/**
 * All error statuses that CloudFront may cache, with a TTL of zero. Otherwise it would cache a failed GET for ten
 * seconds by its path alone, regardless of the response's own headers: the 503 of one family's Today would be served to
 * everybody.
 */
const uncachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}))

/**
 * The media bucket as an origin, imported by its name: if the bucket's policy named this distribution, as CDK would do,
 * each of the two stacks would have to be deployed before the other. The policy is in the data stack. Addresses are
 * signed for exactly this host, by which S3 is then called: see functions/media/bucket.ts.
 */
const mediaBucketOf = (stack: Stack, { media: { bucketName } }: Data) =>
  (stack.node.tryFindChild('Media') as IBucket | undefined) ??
  Bucket.fromBucketAttributes(stack, 'Media', {
    bucketName,
    bucketRegionalDomainName: `${bucketName}.s3.${region}.amazonaws.com`,
  })

function mediaOrigin(stack: Stack, data: Data) {
  const bucket = mediaBucketOf(stack, data)
  Annotations.of(stack).acknowledgeWarning('@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac')
  return S3BucketOrigin.withOriginAccessControl(bucket)
}

/**
 * Cached for minutes at the edge, whatever the browser's cache time: a picture that was replaced or taken down soon
 * disappears there, even for those who still have its address. The version in a file's address is part of the cache
 * key, so that a new file is seen at once.
 */
const mediaCaching = (stack: Stack, stage: Stage) =>
  new CachePolicy(stack, 'MediaCaching', {
    comment: `Touchline ${stage.name}: what people upload`,
    queryStringBehavior: CacheQueryStringBehavior.allowList('v'),
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.minutes(5),
    maxTtl: Duration.minutes(5),
  })

function webBucket(stack: Stack): Bucket {
  const bucket = new Bucket(stack, 'Web', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    // The next deployment rebuilds everything in it. The bucket can be deleted once it is empty; see README.md.
    removalPolicy: RemovalPolicy.DESTROY,
  })
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Only the distribution reads it, and it holds nothing but the public files of the web.',
  })
  return bucket
}

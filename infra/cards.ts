import { Duration, type Stack, Validations } from 'aws-cdk-lib'
import {
  CachePolicy,
  Distribution,
  HeadersReferrerPolicy,
  HttpVersion,
  PriceClass,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { cardPolicy } from './csp.ts'
import type { Stage } from './stages.ts'

/** The folder of `web/card` in the web's bucket. */
export const cardFolder = 'card'

/**
 * The distribution of the page for typing a card, which the web shows in an iframe: another origin than the web's, so that the provider's
 * script in it has no access to our pages. It serves only this page, and no API.
 */
export function cardFrame(stack: Stack, stage: Stage, bucket: Bucket): Distribution {
  const distribution = new Distribution(stack, 'Card', {
    comment: `Touchline ${stage.name}: where cards are typed`,
    defaultRootObject: 'index.html',
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_100,
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, { originPath: `/${cardFolder}` }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: cardHeaders(stack, stage),
      compress: true,
    },
  })
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'Families travel: a parent pays from wherever they are.' },
    { id: 'AwsSolutions-CFR2', reason: 'It is a page, a script and a sheet that everybody may have, from a cache.' },
    { id: 'AwsSolutions-CFR3', reason: 'Who opened the page and when says who pays, and nobody would read it.' },
    { id: 'AwsSolutions-CFR4', reason: "CloudFront's own name comes with its own certificate and its own TLS." },
  )
  return distribution
}

const cardHeaders = (stack: Stack, { name, providerUrls, domain }: Stage) =>
  new ResponseHeadersPolicy(stack, 'CardHeaders', {
    comment: `Touchline ${name}: where cards are typed`,
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: cardPolicy({
          fields: providerUrls.fluidpay,
          domain: domain?.name,
          secure: name !== 'local',
        }),
        override: true,
      },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
    },
  })

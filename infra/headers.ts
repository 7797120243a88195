import { Duration, type Stack } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import { contentSecurityPolicy, maxPolicyLength } from './csp.ts'
import { region, type Stage } from './stages.ts'

/**
 * The security headers of all responses, of the web and the API. `html`: the built index.html; `cards`: the origin of the page for typing a
 * card.
 */
export function securityHeaders(
  stack: Stack,
  stage: Stage,
  { html, cards }: { html: string; cards: string },
): ResponseHeadersPolicy {
  const policy = contentSecurityPolicy({ html, region, cards, secure: stage.name !== 'local' })
  if (policy.length > maxPolicyLength) {
    throw new Error(
      `The content security policy is ${policy.length} characters long; CloudFront takes ${maxPolicyLength}.`,
    )
  }
  return new ResponseHeadersPolicy(stack, 'Headers', {
    comment: `Touchline ${stage.name}`,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: policy, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.SAMEORIGIN, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'Permissions-Policy',
          value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
          override: true,
        },
        { header: 'Cross-Origin-Opener-Policy', value: 'same-origin', override: true },
      ],
    },
  })
}

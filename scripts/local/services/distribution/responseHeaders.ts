import type { HttpResponse } from '../../http.ts'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import type { Assembly } from '../../types.ts'
import { StartError } from '../../startError.ts'

/** One header of a response headers policy; without a value it is removed. */
export type HeaderRule = { name: string; value?: string; override: boolean }

type Overridable = { Override: boolean }
type PolicyConfig = {
  SecurityHeadersConfig?: {
    ContentSecurityPolicy?: Overridable & { ContentSecurityPolicy: string }
    ContentTypeOptions?: Overridable
    FrameOptions?: Overridable & { FrameOption: string }
    ReferrerPolicy?: Overridable & { ReferrerPolicy: string }
    StrictTransportSecurity?: Overridable & {
      AccessControlMaxAgeSec: number
      IncludeSubdomains?: boolean
      Preload?: boolean
    }
    XSSProtection?: Overridable & { Protection: boolean; ModeBlock?: boolean }
  }
  CustomHeadersConfig?: { Items: (Overridable & { Header: string; Value: string })[] }
  RemoveHeadersConfig?: { Items: { Header: string }[] }
}

/** CloudFront's managed SecurityHeadersPolicy. */
const MANAGED: Record<string, PolicyConfig> = {
  '67f7725c-6f97-4210-82d7-5512b31e9d03': {
    SecurityHeadersConfig: {
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'SAMEORIGIN', Override: false },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin-when-cross-origin', Override: false },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: false },
      XSSProtection: { Protection: true, ModeBlock: true, Override: false },
    },
  },
}

/** The effect of a response headers policy on every response of a behavior. Throws for unsupported settings. */
export function readHeaderRules(assembly: Assembly, policyId: string | undefined): HeaderRule[] {
  if (!policyId) return []
  const config = MANAGED[policyId] ?? ownConfig(assembly, policyId)
  const {
    ContentSecurityPolicy,
    ContentTypeOptions,
    FrameOptions,
    ReferrerPolicy,
    StrictTransportSecurity,
    XSSProtection,
  } = config.SecurityHeadersConfig ?? {}
  const rule = (name: string, setting: Overridable | undefined, value: () => string): HeaderRule[] =>
    setting ? [{ name, value: value(), override: setting.Override }] : []
  return [
    ...rule('content-security-policy', ContentSecurityPolicy, () =>
      // Locally, a provider's stand-in is a path, and a CSP source matches the paths below it only if it ends in a slash.
      String(ContentSecurityPolicy?.ContentSecurityPolicy).replace(/(\/_local\/\w+)(?=[\s;]|$)/g, '$1/'),
    ),
    ...rule('x-content-type-options', ContentTypeOptions, () => 'nosniff'),
    ...rule('x-frame-options', FrameOptions, () => String(FrameOptions?.FrameOption)),
    ...rule('referrer-policy', ReferrerPolicy, () => String(ReferrerPolicy?.ReferrerPolicy)),
    ...rule('strict-transport-security', StrictTransportSecurity, () => {
      const parts = [`max-age=${StrictTransportSecurity?.AccessControlMaxAgeSec}`]
      if (StrictTransportSecurity?.IncludeSubdomains) parts.push('includeSubDomains')
      if (StrictTransportSecurity?.Preload) parts.push('preload')
      return parts.join('; ')
    }),
    ...rule('x-xss-protection', XSSProtection, () =>
      XSSProtection?.Protection ? (XSSProtection.ModeBlock ? '1; mode=block' : '1') : '0',
    ),
    ...(config.CustomHeadersConfig?.Items ?? []).map(({ Header, Value, Override }) => ({
      name: Header.toLowerCase(),
      value: Value,
      override: Override,
    })),
    ...(config.RemoveHeadersConfig?.Items ?? []).map(({ Header }) => ({ name: Header.toLowerCase(), override: true })),
  ]
}

function ownConfig(assembly: Assembly, policyId: string): PolicyConfig {
  const ownPolicy = assembly
    .ofType('AWS::CloudFront::ResponseHeadersPolicy')
    .find((resource) => assembly.physicalId(resource) === policyId)
  if (!ownPolicy)
    throw new StartError(
      `The local distribution does not know CloudFront's managed response headers policy ${policyId}.`,
    )
  const config = assembly.resolve<PolicyConfig>(ownPolicy.stack, ownPolicy.properties.ResponseHeadersPolicyConfig)
  rejectUnknownProperties(
    config,
    ['Comment', 'CustomHeadersConfig', 'Name', 'RemoveHeadersConfig', 'SecurityHeadersConfig'],
    describeResource(ownPolicy),
  )
  return config
}

/** Applies a policy to the headers of a response. */
export function withHeaderRules(
  headers: HttpResponse['headers'],
  rules: readonly HeaderRule[],
): HttpResponse['headers'] {
  const newHeaders = { ...headers }
  for (const { name, value, override } of rules) {
    if (value === undefined) delete newHeaders[name]
    else if (override || newHeaders[name] === undefined) newHeaders[name] = value
  }
  return newHeaders
}

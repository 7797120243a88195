import { SecretValue, type Stack } from 'aws-cdk-lib'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Stage } from './stages.ts'

/** The header that proves to the functions that a request came through the distribution. */
export const originHeader = 'x-touchline-origin'

/**
 * The distribution's secret, or one of its JSON fields, in the version that the stage names: another version changes the
 * template, so that CloudFormation reads the secret again. Functions are deployed before the distribution, and know both its
 * current and its previous value.
 */
export const originValue = ({ secretArn }: Secret, { originVersion: versionId }: Stage, jsonField?: 'says'): string =>
  SecretValue.secretsManager(secretArn, {
    ...(jsonField && { jsonField }),
    ...(versionId !== undefined && { versionId }),
  }).unsafeUnwrap()

type Limits = {
  /** `CLOUDFRONT` protects the distribution, `REGIONAL` a resource in a region. */
  scope: 'CLOUDFRONT' | 'REGIONAL'
  /** Requests per IP address in five minutes. */
  most: number
  /** Pattern of the paths that are not counted; by default all are. */
  uncounted?: string
  /**
   * Requests per minute for one access token, and for one IP address with any tokens. Requests beyond that do not reach the
   * gateway, where a single throttle is shared by all programs of all clubs. Undefined if no tokens are accepted.
   */
  tokens?: { ofToken: number; fromAddress: number }
  /**
   * Operations of the user pool that our own functions call on behalf of people, and their limit per IP address in five
   * minutes. They come from a few Lambda addresses, shared with others, so neither `most` nor Amazon's reputation lists apply
   * to them.
   */
  ours?: { operations: readonly string[]; most: number }
}

/** Requests with a program's access token, as `size.js` recognizes them, in any spelling of the scheme. */
const byToken = {
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'authorization' } },
    positionalConstraint: 'STARTS_WITH',
    searchString: 'bearer tlp_',
    textTransformations: [
      { priority: 0, type: 'COMPRESS_WHITE_SPACE' },
      { priority: 1, type: 'LOWERCASE' },
    ],
  },
}
/** The same token counts as one with any number of spaces; tokens that differ only in case do not occur. */
const theToken = {
  aggregateKeyType: 'CUSTOM_KEYS',
  customKeys: [
    { header: { name: 'authorization', textTransformations: byToken.byteMatchStatement.textTransformations } },
  ],
}

/** Matches user pool requests by the header that names their operation. */
const asksFor = (operations: readonly string[]) => ({
  orStatement: {
    statements: operations.map((searchString) => ({
      byteMatchStatement: {
        fieldToMatch: { singleHeader: { Name: 'x-amzn-cognito-operation-name' } },
        positionalConstraint: 'EXACTLY',
        searchString,
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    })),
  },
})

/** Matches all paths but these, after normalization: CloudFront would pass `/assets/../api/…` to the API. */
const anythingBut = (regexString: string) => ({
  notStatement: {
    statement: {
      regexMatchStatement: {
        fieldToMatch: { uriPath: {} },
        regexString,
        textTransformations: [
          { priority: 0, type: 'URL_DECODE' },
          { priority: 1, type: 'NORMALIZE_PATH' },
        ],
      },
    },
  },
})

/**
 * A firewall against IP addresses with too many requests, those on Amazon's reputation list, and malicious requests. Its
 * metrics are by rule; sampled requests are off, because URLs contain ids of children.
 */
export function firewall(
  stack: Stack,
  id: string,
  { name }: Stage,
  { scope, most, uncounted, tokens, ours }: Limits,
): CfnWebACL {
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName: `touchline-${name}-${metricName}`,
    sampledRequestsEnabled: false,
  })
  const managed = (
    priority: number,
    rules: string,
    looksAt: { scopeDownStatement?: CfnWebACL.StatementProperty } = {},
  ) => ({
    name: rules,
    priority,
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', name: rules, ...looksAt } },
    visibilityConfig: visibility(`${id}-${rules}`),
  })
  const tooOften = (name: string, priority: number, rateBasedStatement: CfnWebACL.RateBasedStatementProperty) => ({
    name,
    priority,
    action: {
      block: {
        customResponse: {
          responseCode: 429,
          customResponseBodyKey: 'TooOften',
          responseHeaders: [
            { name: 'retry-after', value: '60' },
            { name: 'cache-control', value: 'no-store' },
          ],
        },
      },
    },
    statement: { rateBasedStatement },
    visibilityConfig: visibility(`${id}-${name}`),
  })
  const ofOthers = ours && { scopeDownStatement: { notStatement: { statement: asksFor(ours.operations) } } }
  const inAMinute = { evaluationWindowSec: 60, scopeDownStatement: byToken }
  return new CfnWebACL(stack, id, {
    scope,
    defaultAction: { allow: {} },
    visibilityConfig: visibility(id),
    customResponseBodies: {
      TooOften: {
        contentType: 'APPLICATION_JSON',
        content: JSON.stringify({
          code: 'out_of_budget',
          message: 'This was asked too often: ask again in 60 seconds.',
        }),
      },
    },
    rules: [
      tooOften('TooOften', 0, {
        limit: most,
        aggregateKeyType: 'IP',
        ...(uncounted && { scopeDownStatement: anythingBut(uncounted) }),
        ...ofOthers,
      }),
      managed(1, 'AWSManagedRulesAmazonIpReputationList', ofOthers),
      managed(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ...(tokens
        ? [
            tooOften('TokenTooOften', 3, { ...inAMinute, ...theToken, limit: tokens.ofToken }),
            tooOften('TokensTooOften', 4, { ...inAMinute, aggregateKeyType: 'IP', limit: tokens.fromAddress }),
          ]
        : []),
      ...(ours
        ? [
            tooOften('OursTooOften', 5, {
              limit: ours.most,
              aggregateKeyType: 'IP',
              scopeDownStatement: asksFor(ours.operations),
            }),
          ]
        : []),
    ],
  })
}

import { SecretValue, type Stack } from 'aws-cdk-lib'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Stage } from './stages.ts'

/** The header by which the functions verify that a request comes through the distribution. */
export const originHeader = 'x-touchline-origin'

/**
 * The value of the distribution's secret, or of one of its fields, in the version that the stage names: a different
 * version there changes the template, so that CloudFormation reads the secret anew. Functions are deployed before the
 * distribution, and know both the current and the previous value.
 */
export const originValue = ({ secretArn }: Secret, { originVersion: versionId }: Stage, jsonField?: 'says'): string =>
  SecretValue.secretsManager(secretArn, {
    ...(jsonField && { jsonField }),
    ...(versionId !== undefined && { versionId }),
  }).unsafeUnwrap()

type Limits = {
  /** `CLOUDFRONT` protects the distribution, `REGIONAL` a resource in a region. */
  scope: 'CLOUDFRONT' | 'REGIONAL'
  /** The most requests from one IP address in five minutes. */
  maxRequests: number
  /** A pattern of paths that are not counted; if left out, all are. */
  excludedPaths?: string
  /**
   * The most requests per minute with one access token, and from one address with any token. Requests beyond that never
   * reach the gateway, which has one throttle for the programs of all clubs. Left out where there are no access tokens.
   */
  tokens?: { ofToken: number; fromAddress: number }
  /**
   * The user pool operations that our own functions call for people, and their limit per address in five minutes. They
   * come from the few addresses of Lambda, which others use too, so neither `maxRequests` nor Amazon's reputation lists apply
   * to them.
   */
  functionCalls?: { operations: readonly string[]; maxRequests: number }
}

/** Requests with an access token, as `size.js` recognizes them, in any spelling of the scheme. */
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
/** A token counts as the same however many spaces precede it. No two tokens differ in case alone. */
const tokenKey = {
  aggregateKeyType: 'CUSTOM_KEYS',
  customKeys: [
    { header: { name: 'authorization', textTransformations: byToken.byteMatchStatement.textTransformations } },
  ],
}

/** Matches requests for one of these user pool operations (of which there are several), which this header names. */
const matchesOperations = (operations: readonly string[]) => ({
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

/**
 * Matches every path except these. Paths are normalized first, because CloudFront would pass `/assets/../api/…` to the
 * API.
 */
const pathsExcept = (regexString: string) => ({
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

/** Limits a rule to requests that match all of these statements. A conjunction needs at least two. */
function scopedTo(...conditions: (CfnWebACL.StatementProperty | undefined)[]): {
  scopeDownStatement?: CfnWebACL.StatementProperty
} {
  const statements = conditions.filter((statement) => statement !== undefined)
  const [only] = statements
  if (only === undefined) return {}
  return { scopeDownStatement: statements.length === 1 ? only : { andStatement: { statements } } }
}

/**
 * A web ACL that blocks IP addresses with too many requests, those known to Amazon for attacks, and malicious requests.
 * It only counts per route and rule; no request is stored, since URLs contain the ids of children.
 */
export function firewall(
  stack: Stack,
  id: string,
  { name }: Stage,
  { scope, maxRequests, excludedPaths, tokens, functionCalls }: Limits,
): CfnWebACL {
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName: `touchline-${name}-${metricName}`,
    sampledRequestsEnabled: false,
  })
  const managedRules = (
    priority: number,
    rules: string,
    scopeDown: { scopeDownStatement?: CfnWebACL.StatementProperty } = {},
  ) => ({
    name: rules,
    priority,
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', name: rules, ...scopeDown } },
    visibilityConfig: visibility(`${id}-${rules}`),
  })
  const rateRule = (name: string, priority: number, rateBasedStatement: CfnWebACL.RateBasedStatementProperty) => ({
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
  const exceptFunctionCalls = functionCalls && {
    notStatement: { statement: matchesOperations(functionCalls.operations) },
  }
  const countedPaths = excludedPaths === undefined ? undefined : pathsExcept(excludedPaths)
  const tokenRate = { evaluationWindowSec: 60, scopeDownStatement: byToken }
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
      rateRule('TooOften', 0, {
        limit: maxRequests,
        aggregateKeyType: 'IP',
        ...scopedTo(countedPaths, exceptFunctionCalls),
      }),
      managedRules(1, 'AWSManagedRulesAmazonIpReputationList', scopedTo(exceptFunctionCalls)),
      managedRules(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ...(tokens
        ? [
            rateRule('TokenTooOften', 3, { ...tokenRate, ...tokenKey, limit: tokens.ofToken }),
            rateRule('TokensTooOften', 4, { ...tokenRate, aggregateKeyType: 'IP', limit: tokens.fromAddress }),
          ]
        : []),
      ...(functionCalls
        ? [
            rateRule('OursTooOften', 5, {
              limit: functionCalls.maxRequests,
              aggregateKeyType: 'IP',
              scopeDownStatement: matchesOperations(functionCalls.operations),
            }),
          ]
        : []),
    ],
  })
}

import { SecretValue, type Stack } from 'aws-cdk-lib'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Stage } from './stages.ts'

/** The header by which the functions verify that a request comes through the distribution. */
export const originHeader = 'x-touchline-origin'

/**
 * What stands in the secret of the distribution, or under one of its names, in the version that the stage names: another one there is
 * another text in the template, so that CloudFormation reads it anew. Functions are deployed before the distribution, and know
 * both that it says and said before.
 */
export const originValue = ({ secretArn }: Secret, { originVersion: versionId }: Stage, jsonField?: 'says'): string =>
  SecretValue.secretsManager(secretArn, {
    ...(jsonField && { jsonField }),
    ...(versionId !== undefined && { versionId }),
  }).unsafeUnwrap()

type Limits = {
  /** `CLOUDFRONT` stands before the distribution, `REGIONAL` before what is in a region. */
  scope: 'CLOUDFRONT' | 'REGIONAL'
  /** Requests from one address in five minutes. */
  most: number
  /** The paths that are not among them, as a pattern; all are, where it is left out. */
  uncounted?: string
  /**
   * Requests in a minute by one access token, and from one address by whatever tokens: beyond that they do not get as far as the
   * gateway, where one throttle stands before all programs of all clubs. Left out where none are asked.
   */
  tokens?: { ofToken: number; fromAddress: number }
  /**
   * What our own functions ask the user pool for people, as it names the operations, and how often in five minutes from one address: it
   * comes from the few addresses that Lambda has, which others have too, so that neither `most` nor what Amazon knows of these counts.
   */
  ours?: { operations: readonly string[]; most: number }
}

/** What is asked by an access token, as `size.js` knows it; however the word before it is written. */
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
/** The same token is counted as one, with however many spaces it is sent; two that differ by capitals alone do not come about. */
const theToken = {
  aggregateKeyType: 'CUSTOM_KEYS',
  customKeys: [
    { header: { name: 'authorization', textTransformations: byToken.byteMatchStatement.textTransformations } },
  ],
}

/** The user pool says of each request by this header which operation it asks for: one of these, of which there are several. */
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

/** Anything but these paths, of which none leads out of its folder again: CloudFront would hand `/assets/../api/…` to the API. */
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
 * A firewall: addresses that ask too often, those that Amazon knows for attacks, and requests that are made to break things.
 * What it counts are routes and rules; no request is kept, for addresses hold the ids of children.
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

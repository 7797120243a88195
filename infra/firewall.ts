import { SecretValue, type Stack } from 'aws-cdk-lib'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Stage } from './stages.ts'

/** The header by which the functions know that the distribution asks. */
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
}

/**
 * A firewall: addresses that ask too often, those that Amazon knows for attacks, and requests that are made to break things.
 * What it counts are routes and rules; no request is kept, for addresses hold the ids of children.
 */
export function firewall(stack: Stack, id: string, { name }: Stage, { scope, most }: Limits): CfnWebACL {
  const visibility = (metricName: string) => ({
    cloudWatchMetricsEnabled: true,
    metricName: `touchline-${name}-${metricName}`,
    sampledRequestsEnabled: false,
  })
  const managed = (priority: number, rules: string) => ({
    name: rules,
    priority,
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', name: rules } },
    visibilityConfig: visibility(`${id}-${rules}`),
  })
  return new CfnWebACL(stack, id, {
    scope,
    defaultAction: { allow: {} },
    visibilityConfig: visibility(id),
    rules: [
      {
        name: 'TooOften',
        priority: 0,
        action: { block: { customResponse: { responseCode: 429 } } },
        statement: { rateBasedStatement: { limit: most, aggregateKeyType: 'IP' } },
        visibilityConfig: visibility(`${id}-TooOften`),
      },
      managed(1, 'AWSManagedRulesAmazonIpReputationList'),
      managed(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
    ],
  })
}

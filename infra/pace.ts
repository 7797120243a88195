import { CfnResource, type Stack } from 'aws-cdk-lib'

/**
 * How many of a kind CloudFormation may have under way at once in a stack. By itself it makes whatever waits for nothing else at the
 * same time, and a stack ends where a service turns its calls away: of an account API Gateway takes ten calls a second, and forty
 * at once; CloudWatch takes three alarms a second, and Logs five filters; CodeDeploy takes few. Each takes a second or more.
 */
export const atOnce: Readonly<Record<string, number>> = {
  'AWS::ApiGatewayV2::Route': 8,
  'AWS::CloudWatch::Alarm': 6,
  'AWS::CodeDeploy::DeploymentGroup': 4,
  'AWS::Logs::MetricFilter': 5,
}

/** Puts those of a kind into as many rows, by their names, so that what is new changes one other alone; each waits for the one before it. */
export function paced(stack: Stack): void {
  const last = new Map<string, CfnResource>()
  for (const each of stack.node.findAll()) {
    if (!CfnResource.isCfnResource(each)) continue
    const rows = atOnce[each.cfnResourceType]
    if (rows === undefined) continue
    const sum = [...each.node.path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
    const row = `${each.cfnResourceType} ${sum % rows}`
    const before = last.get(row)
    if (before) each.addResourceDependency(before)
    last.set(row, each)
  }
}

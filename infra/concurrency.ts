import { CfnResource, type Stack } from 'aws-cdk-lib'

/**
 * How many resources of a type CloudFormation creates at the same time in a stack. By default it creates all resources
 * without unmet dependencies at once, and the deployment fails when a service throttles it: per account, API Gateway
 * takes ten calls a second and forty at once, CloudWatch three alarms a second, Logs five filters, CodeDeploy few. Each
 * resource takes a second or more.
 */
export const maxConcurrency: Readonly<Record<string, number>> = {
  'AWS::ApiGatewayV2::Route': 8,
  'AWS::CloudWatch::Alarm': 6,
  'AWS::CodeDeploy::DeploymentGroup': 4,
  'AWS::Logs::MetricFilter': 5,
}

/**
 * Divides the resources of each such type into that many chains, in which each depends on the one before. The chain
 * follows from the resource's name, so a new resource changes the dependency of only one other.
 */
export function limitConcurrency(stack: Stack): void {
  const last = new Map<string, CfnResource>()
  for (const each of stack.node.findAll()) {
    if (!CfnResource.isCfnResource(each)) continue
    const chains = maxConcurrency[each.cfnResourceType]
    if (chains === undefined) continue
    const sum = [...each.node.path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
    const chain = `${each.cfnResourceType} ${sum % chains}`
    const before = last.get(chain)
    if (before) each.addResourceDependency(before)
    last.set(chain, each)
  }
}

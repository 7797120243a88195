import type { Assembly, Resource } from '../../types.ts'

/**
 * The product's own functions. CDK adds some that work during a deployment (copy files into a bucket, empty one): they
 * back `Custom::` resources and are not run locally.
 */
export function ownFunctions(assembly: Assembly): Resource[] {
  const tokens = assembly.resources
    .filter(({ type }) => type.startsWith('Custom::'))
    .map(({ stack, properties }) => assembly.resolve<string>(stack, properties.ServiceToken))
  const behindCustom = new Set(tokens.map((token) => assembly.byArn(token)))
  return assembly.ofType('AWS::Lambda::Function').filter((lambda) => !behindCustom.has(lambda))
}

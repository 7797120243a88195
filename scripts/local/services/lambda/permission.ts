import { describeResource } from '../../resourceProperties.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Resource } from '../../types.ts'

/** Throws unless the template lets this principal invoke the function: without the permission, AWS responds with an error. */
export function requirePermission(assembly: Assembly, lambda: Resource, principal: string): void {
  const permitted = assembly.ofType('AWS::Lambda::Permission').some(({ stack, properties }) => {
    const { FunctionName, Principal } = assembly.resolve<{ FunctionName: string; Principal: string }>(stack, properties)
    const names = [assembly.arn(lambda), assembly.physicalId(lambda)]
    return Principal === principal && names.includes(FunctionName)
  })
  if (!permitted)
    throw new StartError(
      `${describeResource(lambda)} has no AWS::Lambda::Permission for ${principal}, so AWS would not call it.`,
    )
}

import { join } from 'node:path'
import type { Assembly, Resource } from '../../types.ts'
import type { CloudContext, RunningService } from '../service.ts'
import type { Store } from './store.ts'
import { startUserPools } from './user-pools.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<RunningService> {
  const stores = new Map<string, Store>()
  return {
    async serve({ assembly, offers }) {
      const userPools = await startUserPools({
        dir: join(dataDir, 'user-pools'),
        ...poolsOf(assembly),
        clock,
        sendMail: offers.mail.send,
        invoke: offers.invoke,
        issuer: (poolId) => `https://cognito-idp.${assembly.region}.amazonaws.com/${poolId}`,
        stores,
      })
      offers.jwks = userPools.jwks
      return {
        handle: (call, response) => userPools.handle(call.onward(), response, '/'),
        // The SDK in the browser calls this; its page has the same origin.
        mount: { cognito: { handle: userPools.handle } },
        close: userPools.close,
      }
    },
  }
}

function poolsOf(assembly: Assembly) {
  const propertiesOf = ({ stack, properties }: Resource) => assembly.resolve<Record<string, unknown>>(stack, properties)
  const groups = assembly.ofType('AWS::Cognito::UserPoolGroup').map(propertiesOf)
  const pools = assembly.ofType('AWS::Cognito::UserPool').map((resource) => {
    const id = assembly.physicalId(resource)
    const properties = propertiesOf(resource)
    return {
      id,
      properties,
      groups: groups.filter(({ UserPoolId }) => UserPoolId === id).map(({ GroupName }) => String(GroupName)),
      triggers: triggersOf(assembly, properties.LambdaConfig ?? {}),
    }
  })
  const clients = assembly.ofType('AWS::Cognito::UserPoolClient').map((resource) => {
    const properties = propertiesOf(resource)
    return { id: assembly.physicalId(resource), poolId: String(properties.UserPoolId), properties }
  })
  return { pools, clients }
}

// The ARN of the function, or for newer triggers an object that contains it.
const triggersOf = (assembly: Assembly, config: object): Record<string, Resource | undefined> =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const arn = typeof value === 'string' ? value : String((value as { LambdaArn?: string }).LambdaArn)
      return [name, assembly.byArn(arn)]
    }),
  )

import { type App, Stack } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Functions } from '#functions/registry.ts'
import { canaries, canaryAlias } from './canary.ts'
import type { Data } from './data.ts'
import { originValue } from './firewall.ts'
import { createFunction } from './functions.ts'
import { refreshTokenDays, type SignIn, grantSignOut } from './identity.ts'
import { triggeredBy } from './registry.ts'
import { region, type Stage, stackName } from './stages.ts'

/**
 * One request in this many is counted towards its club's usage: a write unit for each would be half of what a request
 * costs.
 */
const usageShare = 16

type AreasProps = { registry: Functions; data: Data; signIn: SignIn; build: string }

/**
 * The stack with the functions of the API by name: one per area, and the one for programs. A stack of its own because of CloudFormation's
 * limit of resources.
 */
export function areasStack(
  app: App,
  stage: Stage,
  { registry, data, signIn, build }: AreasProps,
): ReadonlyMap<string, IFunction> {
  const stack = new Stack(app, stackName(stage, 'areas'), { env: { region } })
  const shared = stage.canary ? canaries(stack, stage) : undefined
  return new Map(
    [...triggeredBy('api', registry), ...triggeredBy('token', registry)].map(([name, record]) => {
      const lambda = createFunction(stack, name, {
        stage,
        data,
        record,
        build,
        // The gateway times out after thirty.
        timeout: 29,
        environment: {
          REFRESH_TOKEN_DAYS: String(refreshTokenDays),
          USAGE_SHARE: String(usageShare),
          ...(data.origin && { ORIGIN_SECRET: originValue(data.origin, stage) }),
          ...(stage.staffSecondFactor && { STAFF_SECOND_FACTOR: 'required' }),
          ...(signIn.passkeys && { PASSKEY_CLIENT: signIn.passkeys.client.userPoolClientId }),
          // Without a domain, the address is only known once the web stack exists, which is deployed after this one.
          ...(stage.domain && { SITE_URL: `https://${stage.domain.name}` }),
        },
      })
      if (record.signsOut) {
        lambda.addEnvironment('USER_POOL_ID', signIn.pool.userPoolId)
        grantSignOut(stack, name, { pool: signIn.pool, lambda })
      }
      return [name, shared ? canaryAlias(stack, name, lambda, shared) : lambda]
    }),
  )
}

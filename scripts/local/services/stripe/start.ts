import { join } from 'node:path'
import type { Assembly } from '../../types.ts'
import { externalServices, stripeKeys } from '../external.ts'
import type { CloudContext, Running } from '../service.ts'
import type { Hook } from './events.ts'
import { stripeStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<Running> {
  let hooks: readonly Hook[] = []
  const options = { key: stripeKeys.key, now: clock.now, file: join(dataDir, 'stripe.json'), hooks: () => hooks }
  const { handle } = stripeStandIn(options, `/_local/${externalServices.stripe.mount}`)
  return {
    serve: ({ assembly }) => ({
      // Its pages are left for ours and come back.
      mount: { [externalServices.stripe.mount]: { handle, open: true } },
      async listen() {
        hooks = hooksOf(assembly)
        return async () => void (hooks = [])
      },
    }),
  }
}

/** The webhook URLs of functions that use Stripe: operators of a stage register them, with these two paths, at Stripe. */
function hooksOf(assembly: Assembly): Hook[] {
  return assembly.ofType('AWS::Lambda::Url').flatMap((url) => {
    const { TargetFunctionArn: arn } = assembly.resolve<{ TargetFunctionArn: string }>(url.stack, url.properties)
    const lambda = assembly.byArn(arn)
    const { Variables = {} } = (lambda?.properties.Environment ?? {}) as { Variables?: Record<string, unknown> }
    if (!('STRIPE_ADDRESS' in Variables)) return []
    const address = assembly.resolve<string>(url.stack, { 'Fn::GetAtt': [url.logicalId, 'FunctionUrl'] })
    return [
      { url: `${address}stripe/platform`, secret: stripeKeys.platform, connect: false },
      { url: `${address}stripe/connect`, secret: stripeKeys.connect, connect: true },
    ]
  })
}

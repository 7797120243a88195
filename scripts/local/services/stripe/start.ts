import { join } from 'node:path'
import type { Assembly } from '../../types.ts'
import { externalServices, stripeKeys } from '../external.ts'
import type { CloudContext, RunningService } from '../service.ts'
import type { WebhookEndpoint } from './events.ts'
import { stripeStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<RunningService> {
  let endpoints: readonly WebhookEndpoint[] = []
  const options = {
    key: stripeKeys.key,
    now: clock.now,
    file: join(dataDir, 'stripe.json'),
    endpoints: () => endpoints,
  }
  const { handle } = stripeStandIn(options, `/_local/${externalServices.stripe.mount}`)
  return {
    serve: ({ assembly }) => ({
      // Its pages are left for ours and come back.
      mount: { [externalServices.stripe.mount]: { handle, open: true } },
      async listen() {
        endpoints = hooksOf(assembly)
        return async () => void (endpoints = [])
      },
    }),
  }
}

/** The webhook URLs of functions that use Stripe: operators of a stage register them, with these two paths, at Stripe. */
function hooksOf(assembly: Assembly): WebhookEndpoint[] {
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

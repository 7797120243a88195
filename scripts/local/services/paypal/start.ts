import { join } from 'node:path'
import type { Assembly } from '../../types.ts'
import { externalServices, payPalKeys } from '../external.ts'
import type { CloudContext, RunningService } from '../service.ts'
import { payPalStandIn } from './standIn.ts'

export async function start({ dataDir, clock }: CloudContext): Promise<RunningService> {
  let webhookUrls: readonly string[] = []
  const options = {
    keys: payPalKeys,
    now: clock.now,
    file: join(dataDir, 'paypal.json'),
    webhookUrls: () => webhookUrls,
  }
  const { handle } = payPalStandIn(options, `/_local/${externalServices.paypal.mount}`)
  return {
    serve: ({ assembly }) => ({
      // Its page is left for ours and comes back.
      mount: { [externalServices.paypal.mount]: { handle, open: true } },
      async listen() {
        webhookUrls = hooksOf(assembly)
        return async () => void (webhookUrls = [])
      },
    }),
  }
}

/** The webhook URLs of functions that use PayPal: operators of a stage register them, with this path, at PayPal. */
function hooksOf(assembly: Assembly): string[] {
  return assembly.ofType('AWS::Lambda::Url').flatMap((url) => {
    const { TargetFunctionArn: arn } = assembly.resolve<{ TargetFunctionArn: string }>(url.stack, url.properties)
    const lambda = assembly.byArn(arn)
    const { Variables = {} } = (lambda?.properties.Environment ?? {}) as { Variables?: Record<string, unknown> }
    if (!('PAYPAL_ADDRESS' in Variables)) return []
    return [`${assembly.resolve<string>(url.stack, { 'Fn::GetAtt': [url.logicalId, 'FunctionUrl'] })}paypal/events`]
  })
}

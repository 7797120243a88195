import { Problem } from '#shared/problems.ts'
import { paymentKeys } from '../table/paymentAccounts.ts'

/** In milliseconds: FluidPay may take longer, but the gateway waits for thirty seconds; what was not heard is looked up. */
const timeout = 20_000

/** FluidPay has said no, and would say so again. */
export class FluidPayRefusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`FluidPay refuses: ${status}`)
    this.status = status
  }
}

/** A call of FluidPay's API with the club's own key, which is read for the call and kept nowhere. */
export async function fluidPay<Data>(
  paymentAccountId: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Data> {
  const key = await paymentKeys.get({ paymentAccountId }, { consistent: true })
  if (!key) throw new Problem('payments_off')
  const answer = await fetch(`${process.env.FLUIDPAY_ADDRESS ?? ''}/api${path}`, {
    method,
    headers: { authorization: key.privateKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeout),
  }).catch(() => {
    // No answer, or none in time: it may work in a moment.
    throw new Problem('busy')
  })
  if (answer.status === 401 || answer.status === 403) throw new Problem('payments_off')
  if (answer.status === 429 || answer.status >= 500) throw new Problem('busy')
  if (!answer.ok) throw new FluidPayRefusal(answer.status)
  return ((await answer.json()) as { data: Data }).data
}

import { decide, dispute, endCapture, endRefund, refund, reverse } from './orders.ts'
import { publicOrder, type World } from './world.ts'

export type ControlRequest = {
  order?: string
  came?: boolean
  cents?: number
  slow?: boolean
  dispute?: string
  won?: boolean
}

/** What tests make happen at PayPal without a call of ours: gives what changed. `base`: the URL of the stand-in. */
export function control(world: World, what: string, wanted: ControlRequest, base: string): unknown {
  const { kept, keep, at, sent, sign, emit } = world
  if (what === 'sent') return sent
  if (what === 'sign') return sign(base, wanted)
  const order = world.order(wanted.order ?? '')
  if (what === 'end-capture') {
    const made = endCapture(order, wanted.came === true, at())
    emit(base, `PAYMENT.CAPTURE.${made.status === 'COMPLETED' ? 'COMPLETED' : 'DENIED'}`, made)
  } else if (what === 'reverse') {
    const made = reverse(order, base, at())
    kept.reversed = { ...kept.reversed, [made.id]: made }
    emit(base, 'PAYMENT.CAPTURE.REVERSED', made)
  } else if (what === 'dispute') {
    const open = wanted.dispute === undefined ? undefined : kept.disputes?.[wanted.dispute]
    const made = open ? decide(open, wanted.won === true) : dispute(order, at())
    kept.disputes = { ...kept.disputes, [made.dispute_id]: made }
    emit(base, `CUSTOMER.DISPUTE.${open ? 'RESOLVED' : 'CREATED'}`, made)
    keep()
    return made
  } else if (what === 'end-refund') endRefund(order, wanted.came === true)
  else emit(base, 'PAYMENT.CAPTURE.REFUNDED', refund(order, wanted.cents ?? 0, at(), wanted.slow))
  keep()
  return publicOrder(order)
}

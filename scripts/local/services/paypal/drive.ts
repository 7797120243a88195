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
export function control(world: World, action: string, request: ControlRequest, base: string): unknown {
  const { state, saveState, at, sentEvents, sign, emit } = world
  if (action === 'sent') return sentEvents
  if (action === 'sign') return sign(base, request)
  const order = world.order(request.order ?? '')
  if (action === 'end-capture') {
    const capture = endCapture(order, request.came === true, at())
    emit(base, `PAYMENT.CAPTURE.${capture.status === 'COMPLETED' ? 'COMPLETED' : 'DENIED'}`, capture)
  } else if (action === 'reverse') {
    const reversal = reverse(order, base, at())
    state.reversed = { ...state.reversed, [reversal.id]: reversal }
    emit(base, 'PAYMENT.CAPTURE.REVERSED', reversal)
  } else if (action === 'dispute') {
    const open = request.dispute === undefined ? undefined : state.disputes?.[request.dispute]
    const disputed = open ? decide(open, request.won === true) : dispute(order, at())
    state.disputes = { ...state.disputes, [disputed.dispute_id]: disputed }
    emit(base, `CUSTOMER.DISPUTE.${open ? 'RESOLVED' : 'CREATED'}`, disputed)
    saveState()
    return disputed
  } else if (action === 'end-refund') endRefund(order, request.came === true)
  else emit(base, 'PAYMENT.CAPTURE.REFUNDED', refund(order, request.cents ?? 0, at(), request.slow))
  saveState()
  return publicOrder(order)
}

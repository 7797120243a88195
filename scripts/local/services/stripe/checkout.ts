import type Stripe from 'stripe'
import type { StripeObject } from './books.ts'
import { newMethod } from './cards.ts'
import { type Form, formIn, formsIn, numberIn, textIn, textsIn } from './form.ts'
import { type Intent, confirm, newIntent, type World } from './intents.ts'
import { invalid, missing } from './refusal.ts'

export type Session = StripeObject &
  Stripe.Checkout.Session & { ownIntent: Form; ownLines: { name: string; amount: number; quantity: number }[] }

const day = 86_400

/** A Checkout session, for paying or for saving a card. */
export function newSession({ books }: World, account: string, form: Form, base: string): Session {
  const mode = textIn(form, 'mode')
  if (mode !== 'payment' && mode !== 'setup') throw invalid(`Invalid mode: ${mode}`, { param: 'mode' })
  const lines = formsIn(form, 'line_items').map((line) => {
    const price = formIn(line, 'price_data')
    const name = textIn(formIn(price, 'product_data'), 'name') ?? ''
    return { name, amount: numberIn(price, 'unit_amount') ?? 0, quantity: numberIn(line, 'quantity') ?? 1 }
  })
  if (mode === 'payment' && lines.length === 0) throw invalid('line_items is required.', { param: 'line_items' })
  const total = lines.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  const expires = numberIn(form, 'expires_at') ?? books.now() + day
  if (expires < books.now() + 30 * 60 - 5 || expires > books.now() + day + 5)
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    })
  const session = books.make<Session>(account, 'checkout.session', 'cs_test', {
    mode,
    status: 'open',
    payment_status: mode === 'payment' ? 'unpaid' : 'no_payment_required',
    amount_subtotal: mode === 'payment' ? total : null,
    amount_total: mode === 'payment' ? total : null,
    currency: 'usd',
    customer: textIn(form, 'customer') ?? null,
    customer_email: textIn(form, 'customer_email') ?? null,
    client_reference_id: textIn(form, 'client_reference_id') ?? null,
    metadata: textsIn(form, 'metadata'),
    payment_intent: null,
    setup_intent: null,
    expires_at: expires,
    success_url: textIn(form, 'success_url') ?? null,
    cancel_url: textIn(form, 'cancel_url') ?? null,
    ownIntent: { ...formIn(form, 'payment_intent_data'), amount: String(total), currency: 'usd' },
    ownLines: lines,
  })
  session.url = `${base}/pay/${account}/${session.id}`
  return session
}

/** The current state of a session: an open one expires on its own. */
export function sessionNow({ books, events }: World, account: string, id: string): Session {
  const session = books.get<Session>(account, id, 'checkout session')
  // Objects of all kinds share one id space here.
  if (session.object !== 'checkout.session') throw missing('checkout session', id)
  if (session.status === 'open' && session.expires_at <= books.now()) {
    Object.assign(session, { status: 'expired', url: null })
    events.emit(account, 'checkout.session.expired', session)
  }
  return session
}

export function expireSession(world: World, account: string, id: string): Session {
  const session = sessionNow(world, account, id)
  if (session.status !== 'open')
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`)
  Object.assign(session, { status: 'expired', url: null })
  world.events.emit(account, 'checkout.session.expired', session)
  return session
}

const returnUrlOf = (session: Session): string =>
  (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

/** Pays on the page with this card. Returns where the browser is redirected; throws a decline, to be shown on the page. */
export function payOnPage(world: World, account: string, session: Session, number: string, base: string): string {
  const { books } = world
  if (session.status !== 'open') return returnUrlOf(session)
  const customer = typeof session.customer === 'string' ? session.customer : null
  const method = newMethod(books, account, number, session.mode === 'setup' ? customer : null)
  if (session.mode === 'setup') {
    method.ownSaved = true
    const setup = { status: 'succeeded', customer, payment_method: method.id, metadata: session.metadata ?? {} }
    session.setup_intent = books.make<Stripe.SetupIntent>(account, 'setup_intent', 'seti', setup).id
    return completed(world, account, session)
  }
  const form = { ...session.ownIntent, ...(customer && { customer }) }
  const intent = books.find<Intent>(account, session.payment_intent as string | null) ?? newIntent(world, account, form)
  session.payment_intent = intent.id
  confirm(world, account, intent, {
    method: method.id,
    offSession: false,
    returnUrl: `${base}/asked/${account}/${session.id}`,
    base,
  })
  return intent.next_action?.redirect_to_url?.url ?? completed(world, account, session)
}

/** After the bank's authentication: the success URL, or the page again to try another card. */
export function returnFromBank(world: World, account: string, session: Session, base: string): string {
  const intent = world.books.find<Intent>(account, session.payment_intent as string | null)
  return intent?.status === 'succeeded' ? completed(world, account, session) : `${base}/pay/${account}/${session.id}`
}

function completed({ events }: World, account: string, session: Session): string {
  if (session.status === 'open') {
    Object.assign(session, {
      status: 'complete',
      url: null,
      payment_status: session.mode === 'payment' ? 'paid' : 'no_payment_required',
    })
    events.emit(account, 'checkout.session.completed', session)
  }
  return returnUrlOf(session)
}

import type Stripe from 'stripe'
import { billingRoutes } from './billing/routes.ts'
import { checkCanCharge, connected, newAccount, newAccountLink, updateAccount } from './accounts.ts'
import type { StripeObject } from './books.ts'
import { expireSession, newSession, type Session, sessionNow } from './checkout.ts'
import { type Form, formIn, numberIn, textIn, textsIn } from './form.ts'
import { cancelIntent, type Charge, checkConfirmed, confirm, type Intent, newIntent } from './intents.ts'
import { newRefund } from './refunds.ts'
import { invalid } from './refusal.ts'
import type { Routes } from './call.ts'

export const routes: Routes = {
  ...billingRoutes,
  'POST /v1/accounts': ({ world, form }) => newAccount(world, form),
  'GET /v1/accounts/:id': ({ world, id }) => connected(world.books, id),
  'POST /v1/accounts/:id': ({ world, id, form }) => updateAccount(world, id, form),
  'POST /v1/account_links': ({ world, form, base }) => newAccountLink(world, form, base),

  'POST /v1/customers': ({ world, account, form }) =>
    world.books.make<Stripe.Customer>(account, 'customer', 'cus', {
      email: textIn(form, 'email') ?? null,
      name: textIn(form, 'name') ?? null,
      metadata: textsIn(form, 'metadata'),
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    }),
  'GET /v1/customers/search': ({ world, account, form }) => {
    const query = textIn(form, 'query') ?? ''
    const [, user] = /^metadata\['user'\]:'([^']+)'$/.exec(query) ?? []
    if (user === undefined) throw invalid(`The stand-in does not search for ${query}.`, { param: 'query' })
    const data = world.books
      .all<Stripe.Customer>(account, 'customer')
      .filter(({ metadata }) => metadata['user'] === user)
    return { object: 'search_result', url: '/v1/customers/search', has_more: false, next_page: null, data }
  },
  'DELETE /v1/customers/:id': ({ world, account, id }) => {
    world.books.get<Stripe.Customer>(account, id, 'customer')
    for (const method of world.books.all<Stripe.PaymentMethod>(account, 'payment_method'))
      if (method.customer === id) method.customer = null
    world.books.drop(account, id)
    return { id, object: 'customer', deleted: true }
  },
  'GET /v1/customers/:id': ({ world, account, id }) => world.books.get(account, id, 'customer'),

  'POST /v1/checkout/sessions': ({ world, account, form, base }) => newSession(world, account, form, base),
  'GET /v1/checkout/sessions': ({ world, account, form }) =>
    world.books
      .all<Session>(account, 'checkout.session')
      .map(({ id }) => sessionNow(world, account, id))
      .filter(
        ({ customer, status }) =>
          (textIn(form, 'customer') ?? customer) === customer && (textIn(form, 'status') ?? status) === status,
      ),
  'GET /v1/checkout/sessions/:id': ({ world, account, id }) => sessionNow(world, account, id),
  'POST /v1/checkout/sessions/:id/expire': ({ world, account, id }) => expireSession(world, account, id),

  'POST /v1/payment_intents': ({ world, account, form, base }) => {
    checkCanCharge(world.books, account)
    const [method, returnUrl] = [textIn(form, 'payment_method'), textIn(form, 'return_url')]
    const isConfirmed = textIn(form, 'confirm') === 'true'
    if (isConfirmed) checkConfirmed(world.books, account, form)
    const intent = newIntent(world, account, form)
    if (!isConfirmed) return intent
    return confirm(world, account, intent, {
      method,
      returnUrl,
      base,
      offSession: textIn(form, 'off_session') === 'true',
    })
  },
  'GET /v1/payment_intents/:id': ({ world, account, id }) => world.books.get<Intent>(account, id, 'payment_intent'),
  'POST /v1/payment_intents/:id/cancel': ({ world, account, id }) =>
    cancelIntent(world, account, world.books.get<Intent>(account, id, 'payment_intent')),
  'GET /v1/payment_intents': ({ world, account, form }) =>
    world.books
      .all<Intent>(account, 'payment_intent')
      .filter(({ customer }) => (textIn(form, 'customer') ?? customer) === customer),
  'GET /v1/setup_intents/:id': ({ world, account, id }) => world.books.get(account, id, 'setup_intent'),
  'GET /v1/payment_methods/:id': ({ world, account, id }) => world.books.get(account, id, 'PaymentMethod'),

  'GET /v1/charges/:id': ({ world, account, id }) => world.books.get<Charge>(account, id, 'charge'),
  'POST /v1/refunds': ({ world, account, form }) => newRefund(world, account, form),
  'GET /v1/refunds/:id': ({ world, account, id }) => world.books.get(account, id, 'refund'),
  'GET /v1/refunds': ({ world, account, form }) =>
    world.books
      .all<Stripe.Refund>(account, 'refund')
      .filter(
        ({ charge, payment_intent: intent }) =>
          matchesField(form, 'charge', charge) && matchesField(form, 'payment_intent', intent),
      ),
  'GET /v1/disputes/:id': ({ world, account, id }) => world.books.get(account, id, 'dispute'),
  'GET /v1/disputes': ({ world, account, form }) =>
    world.books.all<Stripe.Dispute>(account, 'dispute').filter(({ charge }) => matchesField(form, 'charge', charge)),

  'GET /v1/payouts/:id': ({ world, account, id }) => world.books.get(account, id, 'payout'),
  'GET /v1/payouts': ({ world, account }) => world.books.all<Stripe.Payout>(account, 'payout'),
  'GET /v1/balance_transactions/:id': ({ world, account, id }) => world.books.get(account, id, 'balance_transaction'),
  'GET /v1/balance_transactions': ({ world, account, form }) =>
    world.books
      .all<Stripe.BalanceTransaction & { ownPayout?: string }>(account, 'balance_transaction')
      .filter(({ ownPayout = null }) => matchesField(form, 'payout', ownPayout)),
  'GET /v1/events': ({ world, account, form: { types, ...form } }) =>
    world.books
      .all<Stripe.Event>(account, 'event')
      .filter(({ type }) => !Array.isArray(types) || types.includes(type))
      .filter(({ created }) => created >= (numberIn(formIn(form, 'created'), 'gte') ?? 0)),
  'GET /v1/events/:id': ({ world, account, id }) => world.books.get(account, id, 'event'),
}

/** Whether an object passes a list's optional filter. */
const matchesField = (form: Form, name: string, value: unknown): boolean =>
  (textIn(form, name) ?? value) === (typeof value === 'object' && value ? (value as StripeObject).id : value)

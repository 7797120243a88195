import { isGone, withStripe } from './stripeCalls.ts'

export type Payer = { organizationId: string; name: string; email: string; customerId?: string | undefined }

/** The id of the club's customer at Stripe, which is created once: the idempotency key is the club's id. */
export const customerOf = ({ organizationId, name, email, customerId }: Payer): Promise<string> =>
  withStripe(async (stripe) => {
    if (customerId) return customerId
    const metadata = { organization: organizationId }
    const created = await stripe.customers.create({ metadata }, { idempotencyKey: `${organizationId}:customer` })
    // Not with that key: the next caller may be another administrator, and the same key with other parameters is an error.
    return (await stripe.customers.update(created.id, { name, email })).id
  })

/** Changes the e-mail address or the name on a customer's invoices. */
export const billTo = (customerId: string, payer: Partial<Pick<Payer, 'name' | 'email'>>): Promise<string> =>
  withStripe(async (stripe) => (await stripe.customers.update(customerId, payer)).id)

/** The club that a webhook event about this object is about; undefined for none. */
export const clubOfEvent = (type: string, objectId: string): Promise<string | undefined> =>
  withStripe(async (stripe) => {
    if (type.startsWith('customer.subscription.'))
      return (await stripe.subscriptions.retrieve(objectId)).metadata['organization']
    // An upcoming invoice does not exist yet, and a deleted one cannot be read.
    if (!type.startsWith('invoice.') || type === 'invoice.upcoming' || type === 'invoice.deleted') return undefined
    const { parent } = await stripe.invoices.retrieve(objectId)
    return parent?.subscription_details?.metadata?.['organization']
  }).catch((error: unknown) => {
    // A draft that was deleted meanwhile.
    if (isGone(error)) return undefined
    throw error
  })

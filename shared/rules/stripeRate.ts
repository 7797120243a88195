/** What Stripe takes of a card payment, as it says itself; a club can change what families bear of it. */
export const stripeRate = { feeInPermile: 29, feeInCents: 30 }

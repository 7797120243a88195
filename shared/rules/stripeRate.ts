/** Stripe's published rate for card payments; a club can change how much of it families bear. */
export const stripeRate = { feeInPermile: 29, feeInCents: 30 }

/**
 * Rate limits per UTC day, by person and by address on the internet, behind which a whole club can be: for routes that send mail, cost
 * money at a provider, give work to staff, or could be used to guess. Far above what anybody needs, and below what would harm our
 * reputation as a sender.
 */
export const budgets = {
  mail: { person: 500, address: 2000 },
  provider: { person: 100, address: 500 },
  /** Payments started with a link, each of which tries a card: limits card testing with stolen numbers. */
  tries: { person: 30, address: 500 },
  /** Visitors' questions to support, each of which is read by staff. */
  question: { person: 100, address: 200 },
  /** Attempted promo codes of clubs and promotion codes of ours: limits guessing. */
  code: { person: 100, address: 500 },
  /** Calls with an access token; `person` is the token. Enough to read each team of a club every hour. */
  call: { person: 10_000, address: 100_000 },
  /** The same per minute, for all tokens of a club together. */
  burst: { person: 300, address: 0 },
  /** Webhook deliveries of a club per minute, for all its webhooks together; the rest wait for a later minute. */
  told: { person: 300, address: 0 },
  /** Sessions that continue another one: each leaves a row that is read with every request of the user. */
  session: { person: 100, address: 2000 },
  /** Counts of opened screens, which staff see as usage. */
  use: { person: 200, address: 4000 },
} as const
/** Budgets per minute, not per day. */
export const perMinuteBudgets: ReadonlySet<string> = new Set<BudgetName>(['burst', 'told'])
export type BudgetName = keyof typeof budgets

/**
 * How often a day, by UTC, somebody does what sends mail, has a provider work for us, or has our own people read; and how often that is done from one address on the
 * internet, behind which a whole club can sit. Far above what anybody needs, and far below what would cost us our good name.
 */
export const budgets = {
  mail: { person: 500, address: 2000 },
  provider: { person: 100, address: 500 },
  /** What strangers ask our own people: each is read by one of them. */
  question: { person: 100, address: 200 },
} as const
export type Spending = keyof typeof budgets

/**
 * How often a day, by UTC, somebody does what sends mail, has a provider work for us, has our own people read, or could be guessing; and how often that is done from one address on the
 * internet, behind which a whole club can sit. Far above what anybody needs, and far below what would cost us our good name.
 */
export const budgets = {
  mail: { person: 500, address: 2000 },
  provider: { person: 100, address: 500 },
  /** Payments that are begun by whoever holds a link, each of which tries a card: nobody finds out at a club which stolen ones are good. */
  tries: { person: 30, address: 500 },
  /** What strangers ask our own people: each is read by one of them. */
  question: { person: 100, address: 200 },
  /** Promo codes that are tried: nobody finds one by trying. */
  code: { person: 100, address: 500 },
  /** What a program asks by a token: `person` is the token. Enough for a look at each team of a club every hour. */
  call: { person: 10_000, address: 100_000 },
  /** The same in a minute, of all programs of a club together. */
  burst: { person: 300, address: 0 },
  /** What addresses of a club are told in a minute, of all of them together: what is more waits for a later one. */
  told: { person: 300, address: 0 },
  /** Counts of screens that were opened: each adds to what our own people are told. */
  use: { person: 200, address: 4000 },
} as const
/** What is counted by the minute, not by the day. */
export const byTheMinute: ReadonlySet<string> = new Set<Spending>(['burst', 'told'])
export type Spending = keyof typeof budgets

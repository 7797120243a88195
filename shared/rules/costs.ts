/** What a club used in a month, as it was counted. */
export type Usage = {
  requests: number
  readUnits: number
  writeUnits: number
  /** Of functions at work, in milliseconds. */
  ms: number
  mails: number
  /** Of files that lie there, recordings among them. */
  bytes: number
}

const million = 1_000_000
const gigabyte = 1_000_000_000
/** A function has a gigabyte of memory, and is paid by the second. */
const gigabyteSecond = 0.0000133334

/**
 * What one of it costs us, in dollars: AWS's list prices in us-east-1, without what is free in the first year. A request is one of the
 * gateway, of a function and of the distribution.
 */
const prices = {
  requests: (1 + 0.2 + 1) / million,
  readUnits: 0.125 / million,
  writeUnits: 0.625 / million,
  ms: gigabyteSecond / 1000,
  mails: 0.1 / 1000,
  bytes: 0.023 / gigabyte,
} as const satisfies Record<keyof Usage, number>

/** In cents, with a fraction: most clubs use less than one a day. */
export const centsOf = (usage: Usage): number =>
  Object.entries(prices).reduce((sum, [name, price]) => sum + usage[name as keyof Usage] * price * 100, 0)

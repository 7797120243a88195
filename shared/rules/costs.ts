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
  /** Files and pictures that were looked through for malicious software, and their bytes. */
  scans: number
  scannedBytes: number
}

const million = 1_000_000
const gigabyte = 1_000_000_000

/** AWS's list prices in us-east-1, in dollars, without what is free in the first year, as they were on this day. */
export const pricesOn = '2026-11-25'
export const awsPrices = {
  gatewayRequest: 1 / million,
  functionCall: 0.2 / million,
  distributionRequest: 1 / million,
  /** Of a function with a gigabyte of memory, which all have, on arm64. */
  functionMs: 0.0000133334 / 1000,
  readUnit: 0.125 / million,
  writeUnit: 0.625 / million,
  /** A month, with the copies of 35 days. */
  tableByte: (0.25 + 0.2) / gigabyte,
  queueRequest: 0.4 / million,
  mail: 0.1 / 1000,
  /** A month. */
  storedByte: 0.023 / gigabyte,
  byteOut: 0.085 / gigabyte,
  /** Of an object that GuardDuty looks through, and of each of its bytes. */
  scan: 0.215 / 1000,
  scannedByte: 0.09 / gigabyte,
  logByte: 0.5 / gigabyte,
  firewallRequest: 0.6 / million,
  /** Somebody who signs in or has their token renewed within a month, beyond the first 10,000. */
  account: 0.015,
} as const

/** What one of it costs us, in dollars. A request is one of the gateway, of a function and of the distribution. */
const prices = {
  requests: awsPrices.gatewayRequest + awsPrices.functionCall + awsPrices.distributionRequest,
  readUnits: awsPrices.readUnit,
  writeUnits: awsPrices.writeUnit,
  ms: awsPrices.functionMs,
  mails: awsPrices.mail,
  bytes: awsPrices.storedByte,
  scans: awsPrices.scan,
  scannedBytes: awsPrices.scannedByte,
} as const satisfies Record<keyof Usage, number>

/** In cents, with a fraction: most clubs use less than one a day. */
export const centsOf = (usage: Usage): number =>
  Object.entries(prices).reduce((sum, [name, price]) => sum + usage[name as keyof Usage] * price * 100, 0)

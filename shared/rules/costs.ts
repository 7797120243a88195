/** A club's measured use in a month. */
export type Usage = {
  requests: number
  readUnits: number
  writeUnits: number
  /** Run time of functions, in milliseconds. */
  ms: number
  mails: number
  /** Stored files, including recordings. */
  bytes: number
  /** Files and pictures scanned for malware, and their bytes. */
  scans: number
  scannedBytes: number
}

const million = 1_000_000
const gigabyte = 1_000_000_000

/** AWS's list prices in us-east-1, in dollars, without the first year's free tier, as of this day. */
export const pricesOn = '2026-11-25'
export const awsPrices = {
  gatewayRequest: 1 / million,
  functionCall: 0.2 / million,
  distributionRequest: 1 / million,
  /** For a function with a gigabyte of memory, as all have, on arm64. */
  functionMs: 0.0000133334 / 1000,
  readUnit: 0.125 / million,
  writeUnit: 0.625 / million,
  /** Per month, including 35 days of backups. */
  tableByte: (0.25 + 0.2) / gigabyte,
  queueRequest: 0.4 / million,
  mail: 0.1 / 1000,
  /** Per month. */
  storedByte: 0.023 / gigabyte,
  byteOut: 0.085 / gigabyte,
  /** Per object that GuardDuty scans, and per byte of it. */
  scan: 0.215 / 1000,
  scannedByte: 0.09 / gigabyte,
  logByte: 0.5 / gigabyte,
  firewallRequest: 0.6 / million,
  /** Per user who signs in or refreshes a token in a month, beyond the first 10,000. */
  account: 0.015,
} as const

/** Our cost per unit, in dollars. A request counts at the gateway, a function and the distribution. */
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

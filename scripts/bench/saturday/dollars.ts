import { awsPrices } from '#shared/rules/costs.ts'

/** The measured use of an act, with everything that followed from it. */
export type Metered = {
  /** Requests at the gateway. */
  requests: number
  /** Calls of functions, including workers, and their duration. */
  calls: number
  ms: number
  read: number
  write: number
  mails: number
  /** Compressed bytes of responses. */
  bytesOut: number
}
export const nothing: Metered = { requests: 0, calls: 0, ms: 0, read: 0, write: 0, mails: 0, bytesOut: 0 }

const names = Object.keys(nothing) as (keyof Metered)[]
export const times = (metered: Metered, by: number): Metered =>
  Object.fromEntries(names.map((name) => [name, metered[name] * by])) as Metered
export const plus = (a: Metered, b: Metered): Metered =>
  Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Metered

/** What is stored, and how many accounts there are, in a month. */
export type StoredAmounts = { storedBytes: number; tableBytes: number; people: number; mediaBytesOut: number }

/** A message to a worker is sent, received and deleted; each call logs a line of about this many bytes. */
const [requestsOfMessage, logLine] = [3, 300]

/** Dollars by purpose, without the fixed cost of an idle stage, such as its alarms. */
export function dollarsOf(used: Metered, { storedBytes, tableBytes, people, mediaBytesOut }: StoredAmounts) {
  const workers = Math.max(0, used.calls - used.requests)
  const by = {
    'the table’s units': used.read * awsPrices.readUnit + used.write * awsPrices.writeUnit,
    functions: used.calls * awsPrices.functionCall + used.ms * awsPrices.functionMs,
    'gateway, distribution, firewall':
      used.requests * (awsPrices.gatewayRequest + awsPrices.distributionRequest + awsPrices.firewallRequest),
    'bytes that leave': (used.bytesOut + mediaBytesOut) * awsPrices.byteOut,
    mails: used.mails * awsPrices.mail,
    queues: workers * requestsOfMessage * awsPrices.queueRequest,
    logs: used.calls * logLine * awsPrices.logByte,
    'what lies there': storedBytes * awsPrices.storedByte + tableBytes * awsPrices.tableByte,
    accounts: people * awsPrices.account,
  }
  return { by, sum: Object.values(by).reduce((sum, each) => sum + each, 0) }
}

import { awsPrices } from '#shared/rules/costs.ts'

/** The measured use of an act, with everything that followed from it. */
export type Usage = {
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
export const noUsage: Usage = { requests: 0, calls: 0, ms: 0, read: 0, write: 0, mails: 0, bytesOut: 0 }

const names = Object.keys(noUsage) as (keyof Usage)[]
export const multiplied = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(names.map((name) => [name, usage[name] * factor])) as Usage
export const plus = (a: Usage, b: Usage): Usage =>
  Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Usage

/** What is stored, and how many accounts there are, in a month. */
export type StoredAmounts = { storedBytes: number; tableBytes: number; people: number; mediaBytesOut: number }

/** A message to a worker is sent, received and deleted; each call logs a line of about this many bytes. */
const [requestsOfMessage, logLine] = [3, 300]

/** Dollars by purpose, without the fixed cost of an idle stage, such as its alarms. */
export function dollarsOf(usage: Usage, { storedBytes, tableBytes, people, mediaBytesOut }: StoredAmounts) {
  const workers = Math.max(0, usage.calls - usage.requests)
  const by = {
    'the table’s units': usage.read * awsPrices.readUnit + usage.write * awsPrices.writeUnit,
    functions: usage.calls * awsPrices.functionCall + usage.ms * awsPrices.functionMs,
    'gateway, distribution, firewall':
      usage.requests * (awsPrices.gatewayRequest + awsPrices.distributionRequest + awsPrices.firewallRequest),
    'bytes that leave': (usage.bytesOut + mediaBytesOut) * awsPrices.byteOut,
    mails: usage.mails * awsPrices.mail,
    queues: workers * requestsOfMessage * awsPrices.queueRequest,
    logs: usage.calls * logLine * awsPrices.logByte,
    'what lies there': storedBytes * awsPrices.storedByte + tableBytes * awsPrices.tableByte,
    accounts: people * awsPrices.account,
  }
  return { by, sum: Object.values(by).reduce((sum, each) => sum + each, 0) }
}

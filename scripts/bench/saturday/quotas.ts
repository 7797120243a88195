import type { Figure } from '../report.ts'
import type { Usage } from './dollars.ts'

/** The load of the peak second, and of its day. */
export type Peak = {
  /** What all teams together do in the peak second. */
  second: Pick<Usage, 'ms' | 'requests' | 'mails' | 'read' | 'write'>
  mailsOfDay: number
  /** In the peak second: visits, calls of sign-ins (two each), and opened conversations. */
  visits: number
  signInCalls: number
  chats: number
}

/** An account's default quota, and if that is too little for a full Saturday, the quota to request beforehand. */
type Quota = { defaultQuota: number; requested?: number; usedAtPeak: (peak: Peak) => number }

/** By their names in RUNBOOK.md, *Before a full Saturday*, which has the same numbers. */
export const quotas = {
  'Lambda, concurrent executions': { defaultQuota: 1000, usedAtPeak: ({ second }) => second.ms / 1000 },
  'API Gateway, requests a second': { defaultQuota: 10_000, usedAtPeak: ({ second }) => second.requests },
  // A WebSocket connection is opened with a conversation.
  'API Gateway, new WebSocket connections a second': { defaultQuota: 500, usedAtPeak: ({ chats }) => chats },
  'DynamoDB, read units of a table a second': { defaultQuota: 40_000, usedAtPeak: ({ second }) => second.read },
  'DynamoDB, write units of a table a second': { defaultQuota: 40_000, usedAtPeak: ({ second }) => second.write },
  // A table only accepts more than it has handled before if it was warmed, or after half an hour at half of that.
  'DynamoDB, read units that a new table takes at once': {
    defaultQuota: 12_000,
    usedAtPeak: ({ second }) => second.read,
  },
  'DynamoDB, write units that a new table takes at once': {
    ...{ defaultQuota: 4000, requested: 12_000 },
    usedAtPeak: ({ second }) => second.write,
  },
  'SES, mails a second': { defaultQuota: 14, requested: 150, usedAtPeak: ({ second }) => second.mails },
  'SES, mails a day': { defaultQuota: 50_000, requested: 900_000, usedAtPeak: ({ mailsOfDay }) => mailsOfDay },
  'Cognito, UserAuthentication a second': { defaultQuota: 120, usedAtPeak: ({ signInCalls }) => signInCalls },
  // At most one per visit.
  'Cognito, UserToken a second': { defaultQuota: 120, requested: 250, usedAtPeak: ({ visits }) => visits },
  // Each visit checks whether its session is still valid.
  'Cognito, UserRead a second': { defaultQuota: 120, requested: 250, usedAtPeak: ({ visits }) => visits },
} as const satisfies Record<string, Quota>

/** A fifth of each stays free, since Saturdays differ. */
const maxShareOfQuota = 0.8

/** The share of each quota that the peak second uses; of the quota to request, if that is above the default. */
export const quotaFigures = (peak: Peak): Figure[] =>
  Object.entries<Quota>(quotas).map(([name, { defaultQuota, requested, usedAtPeak }]) => ({
    what: `quota: ${name}, of ${(requested ?? defaultQuota).toLocaleString('en')} ${requested ? 'to ask for' : 'there at first'}`,
    ...{ value: usedAtPeak(peak) / (requested ?? defaultQuota), unit: 'times', atMost: maxShareOfQuota },
  }))

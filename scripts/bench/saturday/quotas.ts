import type { Figure } from '../report.ts'
import type { Metered } from './dollars.ts'

/** The load of the peak second, and of the whole day. */
export type Peak = {
  /** What all teams together do in the peak second. */
  second: Pick<Metered, 'ms' | 'requests' | 'mails' | 'read' | 'write'>
  mailsOfDay: number
  /** In the peak second: visits, sign-ins with their two calls each, and opened conversations. */
  visits: number
  signInCalls: number
  chats: number
}

/** An account's default quota, and if that is too little for a full Saturday, the increase to request before. */
type Quota = { atFirst: number; asked?: number; needed: (peak: Peak) => number }

/** By the names in RUNBOOK.md, *Before a full Saturday*, which has the same numbers. */
export const quotas = {
  'Lambda, concurrent executions': { atFirst: 1000, needed: ({ second }) => second.ms / 1000 },
  'API Gateway, requests a second': { atFirst: 10_000, needed: ({ second }) => second.requests },
  // Opening a conversation opens a connection.
  'API Gateway, new WebSocket connections a second': { atFirst: 500, needed: ({ chats }) => chats },
  'DynamoDB, read units of a table a second': { atFirst: 40_000, needed: ({ second }) => second.read },
  'DynamoDB, write units of a table a second': { atFirst: 40_000, needed: ({ second }) => second.write },
  // A table only accepts more than it has handled before if it was pre-warmed, or after half an hour at half of that.
  'DynamoDB, read units that a new table takes at once': { atFirst: 12_000, needed: ({ second }) => second.read },
  'DynamoDB, write units that a new table takes at once': {
    ...{ atFirst: 4000, asked: 12_000 },
    needed: ({ second }) => second.write,
  },
  'SES, mails a second': { atFirst: 14, asked: 150, needed: ({ second }) => second.mails },
  'SES, mails a day': { atFirst: 50_000, asked: 900_000, needed: ({ mailsOfDay }) => mailsOfDay },
  'Cognito, UserAuthentication a second': { atFirst: 120, needed: ({ signInCalls }) => signInCalls },
  // At most one per visit.
  'Cognito, UserToken a second': { atFirst: 120, asked: 250, needed: ({ visits }) => visits },
  // Each visit checks whether its session is still valid.
  'Cognito, UserRead a second': { atFirst: 120, asked: 250, needed: ({ visits }) => visits },
} as const satisfies Record<string, Quota>

/** A fifth of each stays free: no Saturday is like the one before. */
const atMost = 0.8

/** The share of each quota that the peak second uses; of the requested quota, if that is more than the default. */
export const quotaFigures = (peak: Peak): Figure[] =>
  Object.entries<Quota>(quotas).map(([name, { atFirst, asked, needed }]) => ({
    what: `quota: ${name}, of ${(asked ?? atFirst).toLocaleString('en')} ${asked ? 'to ask for' : 'there at first'}`,
    ...{ value: needed(peak) / (asked ?? atFirst), unit: 'times', atMost },
  }))

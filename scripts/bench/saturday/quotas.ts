import type { Figure } from '../report.ts'
import type { Metered } from './dollars.ts'

/** The whole in its fullest second, and what its day comes to. */
export type Peak = {
  /** What all teams together do in the fullest second. */
  second: Pick<Metered, 'ms' | 'requests' | 'mails' | 'read' | 'write'>
  mailsOfDay: number
  /** In the fullest second: visits, sign-ins with their two calls each, and conversations that are opened. */
  visits: number
  signInCalls: number
  chats: number
}

/** What an account is allowed at first, and where that is too little for a full Saturday, what to ask for before. */
type Quota = { atFirst: number; asked?: number; needed: (peak: Peak) => number }

/** By the names that they have in RUNBOOK.md, *Before a full Saturday*, which says the same numbers. */
export const quotas = {
  'Lambda, concurrent executions': { atFirst: 1000, needed: ({ second }) => second.ms / 1000 },
  'API Gateway, requests a second': { atFirst: 10_000, needed: ({ second }) => second.requests },
  // A line is opened when somebody opens a conversation.
  'API Gateway, new WebSocket connections a second': { atFirst: 500, needed: ({ chats }) => chats },
  'DynamoDB, read units of a table a second': { atFirst: 40_000, needed: ({ second }) => second.read },
  'DynamoDB, write units of a table a second': { atFirst: 40_000, needed: ({ second }) => second.write },
  // What it has not taken before it takes only after it was told, or after half an hour of half as much.
  'DynamoDB, read units that a new table takes at once': { atFirst: 12_000, needed: ({ second }) => second.read },
  'DynamoDB, write units that a new table takes at once': {
    ...{ atFirst: 4000, asked: 12_000 },
    needed: ({ second }) => second.write,
  },
  'SES, mails a second': { atFirst: 14, asked: 150, needed: ({ second }) => second.mails },
  'SES, mails a day': { atFirst: 50_000, asked: 900_000, needed: ({ mailsOfDay }) => mailsOfDay },
  'Cognito, UserAuthentication a second': { atFirst: 120, needed: ({ signInCalls }) => signInCalls },
  // At most one a visit.
  'Cognito, UserToken a second': { atFirst: 120, asked: 250, needed: ({ visits }) => visits },
  // Each visit asks whether its session still counts.
  'Cognito, UserRead a second': { atFirst: 120, asked: 250, needed: ({ visits }) => visits },
} as const satisfies Record<string, Quota>

/** A fifth of each stays free: a Saturday is not like the one before. */
const atMost = 0.8

/** How much of each quota the fullest second takes; of what is asked for, where that is more than there is at first. */
export const quotaFigures = (peak: Peak): Figure[] =>
  Object.entries<Quota>(quotas).map(([name, { atFirst, asked, needed }]) => ({
    what: `quota: ${name}, of ${(asked ?? atFirst).toLocaleString('en')} ${asked ? 'to ask for' : 'there at first'}`,
    ...{ value: needed(peak) / (asked ?? atFirst), unit: 'times', atMost },
  }))

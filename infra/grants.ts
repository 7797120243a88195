import type { AreaName } from '#shared/api/index.ts'

type TableAction =
  | 'dynamodb:GetItem'
  | 'dynamodb:BatchGetItem'
  | 'dynamodb:Query'
  | 'dynamodb:PutItem'
  | 'dynamodb:UpdateItem'
  | 'dynamodb:DeleteItem'
  | 'dynamodb:ConditionCheckItem'

/** The table's indexes: a team's events by time; the answers to one event. */
export const indexes = { byTime: 'byTime', byEvent: 'byEvent' } as const
type IndexName = keyof typeof indexes

export type Grant = {
  /** What people lose while the function fails, in their words: the text of its alarms. */
  loses: string
  /** What it may do to the table's own items. A transaction needs the actions of its parts and none of its own. */
  table: readonly TableAction[]
  /** The indexes it may query. */
  indexes: readonly IndexName[]
}

/** What each function may do. A new area does not compile until it says here what it needs and what its failure costs. */
export const grants: Record<AreaName | 'session-confirmed', Grant> = {
  session: {
    loses: 'People who sign in see no teams and no players: nothing in Touchline can be opened.',
    table: ['dynamodb:GetItem', 'dynamodb:Query'],
    indexes: [],
  },
  today: {
    loses: 'Families do not see what is on today and cannot answer whether their player comes.',
    table: ['dynamodb:Query', 'dynamodb:UpdateItem'],
    indexes: ['byTime'],
  },
  calendar: {
    loses: "Coaches do not see a team's month, nor who comes to an event.",
    table: ['dynamodb:GetItem', 'dynamodb:Query'],
    indexes: ['byTime', 'byEvent'],
  },
  teams: {
    loses: "Coaches cannot open a team's roster.",
    table: ['dynamodb:GetItem', 'dynamodb:Query'],
    indexes: [],
  },
  'session-confirmed': {
    loses: 'People who have just typed the code from their mail are left without a profile and cannot go on.',
    table: ['dynamodb:PutItem'],
    indexes: [],
  },
}

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

/** The folders of the media bucket: people's pictures. Each is served at the address of its name. */
export const mediaFolders = ['avatar'] as const
type MediaFolder = (typeof mediaFolders)[number]

export type Grant = {
  /** What people lose while the function fails, in their words: the text of its alarms. */
  loses: string
  /** What it may do to the table's own items. A transaction needs the actions of its parts and none of its own. */
  table: readonly TableAction[]
  /** The indexes it may query. */
  indexes: readonly IndexName[]
  /** What it may do to the files of one folder of the media bucket, whose name it then finds in MEDIA_BUCKET. */
  media?: { folder: MediaFolder; actions: readonly ('s3:PutObject' | 's3:DeleteObject')[] }
  /** It sends mail, where the stage has an address to send from, and knows the site's own address for the links in it. */
  mail?: true
  /** It writes or reads the signed links in mail. */
  links?: true
  /** The table's stream calls it with each item of this kind that is written with this value of this attribute. */
  called?: { kind: string; attribute: string; value: string }
}

/** What each function may do. A new area does not compile until it says here what it needs and what its failure costs. */
export const grants: Record<AreaName | 'session-confirmed' | 'today-requested' | 'today-invited', Grant> = {
  session: {
    loses: 'People who sign in see no teams and no players: nothing in Touchline can be opened.',
    table: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    indexes: [],
    media: { folder: 'avatar', actions: ['s3:PutObject', 's3:DeleteObject'] },
  },
  today: {
    loses: 'Families do not see what is on today and cannot answer whether their player comes.',
    table: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    indexes: ['byTime'],
    links: true,
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
  chat: {
    loses: 'Nobody sees that a chat message waits for them.',
    table: ['dynamodb:Query'],
    indexes: [],
  },
  'session-confirmed': {
    loses: 'People who have just typed the code from their mail are left without a profile and cannot go on.',
    table: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    indexes: [],
  },
  'today-requested': {
    loses: 'Coaches do not hear from families who ask to be let in: their requests wait, some without a mail.',
    table: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    indexes: [],
    mail: true,
    called: { kind: 'Sent request', attribute: 'state', value: 'new' },
  },
  'today-invited': {
    loses: 'Parents are not asked by mail whether their player comes: they have to look into Touchline.',
    table: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    indexes: [],
    mail: true,
    links: true,
    called: { kind: 'Invite', attribute: 'mail', value: 'wanted' },
  },
}

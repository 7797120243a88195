import type { NotSentReason, RecipientState } from '#shared/rules/mails.ts'
import { orgUnitOf } from '#shared/ids.ts'
import type { RichText } from '#shared/rules/richText.ts'
import { by, entity } from './entity.ts'
import { type Range, startingWith } from './table.ts'
import { unitPartition } from './teams.ts'

export type EmailId = { emailId: string }
/**
 * The recipients of an email: the families of whole teams, of the players invited to an event, of chosen players, or of players
 * in a team or the whole club who have one of these tags.
 */
export type EmailTo =
  | { teamIds: string[] }
  | { eventId: string; invited: 'all' | 'going' | 'notAnswered' }
  | { playerIds: string[] }
  | { tagIds: string[]; among: string }

/** A file in an email, as the email shows it. */
export type EmailFile = { fileId: string; name: string; type: string; size: number }

/**
 * An email to families.
 *   draft    being written
 *   waiting  to be sent at `dueAt`
 *   sending  its recipients are being written, one by one
 *   sent     all recipients are written
 *   notSent  it was due, but went to nobody, because of `why`
 * `listedAt` is its place in lists: when it was last edited, later when it is sent. The numbers count people.
 */
export type Email = EmailId & {
  state: 'draft' | 'waiting' | 'sending' | 'sent' | 'notSent'
  authorId: string
  subject: string
  beginning: string
  to: EmailTo
  /** The name of the team or the club. */
  orgUnitName: string
  organizationName: string
  timezone: string
  /** The author's name. */
  from: string
  listedAt: string
  files?: EmailFile[]
  /** The images in its text, which are part of each mail. */
  pictures?: EmailFile[]
  /** Mailed at any hour, regardless of the daily limit. */
  urgent?: true
  dueAt?: string
  why?: NotSentReason
  people?: number
  unmailed?: number
  delivered?: number
  opened?: number
  failed?: number
}

const mailPartition = ({ emailId }: EmailId) => `MAIL#${emailId}`
const byAuthor = by(['authorId', 'emailId'], ({ authorId, emailId }) => [`MAILS-BY#${authorId}`, emailId])

export const emails = {
  ...entity<Email, EmailId>('Email', {
    key: (id) => ({ pk: mailPartition(id), sk: 'MAIL' }),
    gsi1: byAuthor,
    gsi2: by(['dueAt'], ({ dueAt }) => ['MAIL-DUE', dueAt]),
  }),
  /** Waiting emails of all clubs that are due by an instant. */
  dueUntil: (instant: string): Range => ({ index: 'gsi2', pk: 'MAIL-DUE', from: '0', to: instant }),
  /** A person's emails in all clubs, and their test mails; with only the attributes in the index. */
  writtenBy: (userId: string): Range => ({ index: 'gsi1', pk: `MAILS-BY#${userId}`, ...startingWith('o') }),
  /** The id of the email that an item in its partition belongs to. */
  idOf: (item: object): string => (item as { pk: string }).pk.slice('MAIL#'.length),
}

export const emailContents = entity<{ content: RichText }, EmailId>('Email content', {
  key: (id) => ({ pk: mailPartition(id), sk: 'MAIL#CONTENT' }),
})

/** A test mail to the author, until it is mailed. */
type EmailTest = Pick<Email, 'emailId' | 'authorId' | 'from' | 'organizationName' | 'subject' | 'pictures'> & {
  testId: string
  content: RichText
  madeAt: string
}
export const emailTests = entity<EmailTest, EmailId & { testId: string }>('Email test', {
  key: (id) => ({ pk: mailPartition(id), sk: `MAIL#TEST#${id.testId}` }),
  gsi1: byAuthor,
})

/**
 * A recipient of an email, with the players that it is about. `unmailed`: they have no address, and find it only in Touchline.
 * `stopped`: not mailed, since earlier mail to the address bounced or was reported as spam.
 */
export type EmailRecipient = {
  userId: string
  name: string
  playerIds: string[]
  /** First names of the players. */
  players: string[]
  state: RecipientState
  since: string
  /** Until when the mail is held back. */
  until?: string
}
export const emailRecipients = {
  ...entity<EmailRecipient, EmailId & { userId: string }>('Email recipient', {
    key: ({ emailId, userId }) => ({ pk: mailPartition({ emailId }), sk: `MAIL#TO#${userId}` }),
  }),
  of: (id: EmailId): Range => ({ pk: mailPartition(id), ...startingWith('MAIL#TO#') }),
}

/** An email in the list of a team whose families get it, or of the club or team that sends it. */
type TeamEmail = { emailId: string; listedAt: string }
export const teamEmails = {
  ...entity<TeamEmail, { orgUnitId: string; emailId: string }>('Team email', {
    key: ({ orgUnitId, emailId }) => ({ pk: unitPartition(orgUnitId), sk: `EMAIL#${emailId}` }),
    lsi1: by(['listedAt'], ({ listedAt }) => `EMAIL#${listedAt}`),
  }),
  of: (orgUnitId: string): Range => ({
    index: 'lsi1',
    pk: unitPartition(orgUnitId),
    ...startingWith('EMAIL#'),
    newestFirst: true,
  }),
}

/** A template for emails of a team, or of a club and all its teams. Its content is stored like that of an email. */
export type EmailTemplate = { templateId: string; name: string; subject: string }
export const emailTemplates = {
  ...entity<EmailTemplate, { templateId: string }>('Email template', {
    key: ({ templateId }) => ({ pk: unitPartition(templateId), sk: `EMAIL-TEMPLATE#${templateId}` }),
  }),
  of: (orgUnitId: string): Range => ({ pk: unitPartition(orgUnitId), ...startingWith('EMAIL-TEMPLATE#') }),
}

/** How many templates a team has, or a club apart from its teams; updated with each that is added or removed. */
export const templateCounts = entity<{ templates: number }, { orgUnitId: string }>('Email template count', {
  key: ({ orgUnitId }) => ({ pk: unitPartition(orgUnitId), sk: 'EMAIL-TEMPLATES' }),
})

/** The lists that contain an email: that of its sender's team or club, and those of the teams that it goes to. */
export const listsOf = ({ emailId, to }: Pick<Email, 'emailId' | 'to'>): string[] => [
  ...new Set([orgUnitOf(emailId), ...('teamIds' in to ? to.teamIds : [])]),
]

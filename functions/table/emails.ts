import type { NotSentReason, RecipientState } from '#shared/rules/mails.ts'
import { orgUnitOf } from '#shared/ids.ts'
import type { RichText } from '#shared/rules/richText.ts'
import { by, entity } from './entity.ts'
import { type Range, startingWith } from './table.ts'
import { unitPartition } from './teams.ts'

export type EmailId = { emailId: string }
/**
 * The families of whole teams, of those invited to an event, of chosen players, or of those players of a team, or of the
 * whole club, who have one of these tags.
 */
export type EmailTo =
  | { teamIds: string[] }
  | { eventId: string; invited: 'all' | 'going' | 'notAnswered' }
  | { playerIds: string[] }
  | { tagIds: string[]; among: string }

/** A file that goes with an email, as it is shown there. */
export type EmailFile = { fileId: string; name: string; type: string; size: number }

/**
 * An email that somebody writes to families.
 *   draft    being written
 *   waiting  to be sent at `dueAt`
 *   sending  who gets it is being written down, person by person
 *   sent     it is written down for everybody
 *   notSent  its time came, and it went to nobody: `why`
 * `listedAt` is its place in lists: when it was written last, and from then on when it goes. The numbers are of people.
 */
export type Email = EmailId & {
  state: 'draft' | 'waiting' | 'sending' | 'sent' | 'notSent'
  authorId: string
  subject: string
  beginning: string
  to: EmailTo
  /** The name of the team, or of the club. */
  orgUnitName: string
  organizationName: string
  timezone: string
  /** Who writes, by name. */
  from: string
  listedAt: string
  files?: EmailFile[]
  /** Those that stand in its text, and go with each mail. */
  pictures?: EmailFile[]
  /** Mailed at any hour, however many mails came before it. */
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
  /** Those that wait and are due up to an instant, wherever they are from. */
  dueUntil: (instant: string): Range => ({ index: 'gsi2', pk: 'MAIL-DUE', from: '0', to: instant }),
  /** What somebody has written, in any club, and what of it they have mailed to themselves: of each only what the shorter index holds. */
  writtenBy: (userId: string): Range => ({ index: 'gsi1', pk: `MAILS-BY#${userId}`, ...startingWith('o') }),
  /** The email that an item of its partition belongs to. */
  idOf: (item: object): string => (item as { pk: string }).pk.slice('MAIL#'.length),
}

export const emailContents = entity<{ content: RichText }, EmailId>('Email content', {
  key: (id) => ({ pk: mailPartition(id), sk: 'MAIL#CONTENT' }),
})

/** What somebody mails to themselves before they send it, until it is mailed. */
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
 * Somebody to whom an email goes, with the players whom it is about there. `unmailed`: they have no address that we could
 * mail to, and find it in Touchline. `stopped`: nothing was mailed, since mail to their address came back before, or was called spam there.
 */
export type EmailRecipient = {
  userId: string
  name: string
  playerIds: string[]
  /** First names of these players. */
  players: string[]
  state: RecipientState
  since: string
  /** Until when its mail is held back. */
  until?: string
}
export const emailRecipients = {
  ...entity<EmailRecipient, EmailId & { userId: string }>('Email recipient', {
    key: ({ emailId, userId }) => ({ pk: mailPartition({ emailId }), sk: `MAIL#TO#${userId}` }),
  }),
  of: (id: EmailId): Range => ({ pk: mailPartition(id), ...startingWith('MAIL#TO#') }),
}

/** An email in the list of a team to whose families it goes, or of the club or the team from which it is written. */
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

/**
 * Something to begin an email with, of a team, or of a club for all its teams. What it says is kept as that of an email.
 */
export type EmailTemplate = { templateId: string; name: string; subject: string }
export const emailTemplates = {
  ...entity<EmailTemplate, { templateId: string }>('Email template', {
    key: ({ templateId }) => ({ pk: unitPartition(templateId), sk: `EMAIL-TEMPLATE#${templateId}` }),
  }),
  of: (orgUnitId: string): Range => ({ pk: unitPartition(orgUnitId), ...startingWith('EMAIL-TEMPLATE#') }),
}

/** How many templates a team has, or a club beside its teams: counted where one comes or goes. */
export const templateCounts = entity<{ templates: number }, { orgUnitId: string }>('Email template count', {
  key: ({ orgUnitId }) => ({ pk: unitPartition(orgUnitId), sk: 'EMAIL-TEMPLATES' }),
})

/** In whose lists an email stands: that of whoever writes it, and those of the teams it goes to. */
export const listsOf = ({ emailId, to }: Pick<Email, 'emailId' | 'to'>): string[] => [
  ...new Set([orgUnitOf(emailId), ...('teamIds' in to ? to.teamIds : [])]),
]

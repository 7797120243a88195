import { blocksOf, type RichText } from '#shared/rules/richText.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { type Email, emailContents, emailRecipients, emails, emailTests, type EmailTo } from '../table/emails.ts'
import { ownPlayers } from '../table/me.ts'
import { addressOf } from './readEmail.ts'

/** What families get by mail of an email that a coach or a club has written. */

type Origin = Pick<Email, 'emailId' | 'authorId' | 'from' | 'organizationName'>
const letterOf = async (found: Origin, subject: string, content: RichText, closing: string): Promise<Letter> => {
  const replyTo = await addressOf(found.authorId)
  return {
    from: `${quoted(found.from)} (${quoted(found.organizationName)})`,
    ...(replyTo !== undefined && { replyTo }),
    subject,
    paragraphs: [],
    content: blocksOf(content),
    link: { address: `${siteUrl()}/email/${found.emailId}`, text: 'Read it in Touchline' },
    closing,
  }
}

/** Not mailed is who has none of these players, or none on these teams, any more. */
const email: Writer<'email'> = async ({ emailId }, { to: { userId } }) => {
  if (userId === undefined) return undefined
  const [found, text, recipient] = await Promise.all([
    emails.get({ emailId }, { consistent: true }),
    emailContents.get({ emailId }, { consistent: true }),
    emailRecipients.get({ emailId, userId }, { consistent: true }),
  ])
  if (!found || !text || !recipient) return undefined
  const own = await ownPlayers.getMany(
    recipient.playerIds.map((playerId) => ({ userId, playerId })),
    { consistent: true },
  )
  const still = own.filter((player) => player !== undefined).filter(({ teams }) => isAmong(found.to, teams))
  if (still.length === 0) return undefined
  const about = still.map(({ firstName }) => quoted(firstName)).join(', ')
  const why = `You get this because ${about} ${still.length === 1 ? 'belongs' : 'belong'} to ${quoted(found.orgUnitName)} at ${quoted(found.organizationName)}.`
  return letterOf(found, found.subject, text.content, why)
}

const isAmong = (to: EmailTo, teams: readonly { id: string }[]) =>
  !('teamIds' in to) || teams.some(({ id }) => to.teamIds.includes(id))

const emailTest: Writer<'emailTest'> = async ({ emailId, testId }) => {
  const test = await emailTests.get({ emailId, testId }, { consistent: true })
  return test && letterOf(test, `Test: ${test.subject}`, test.content, 'This is a test. Nobody else got it.')
}

export const letters = { email, emailTest }

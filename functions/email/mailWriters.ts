import { teamOf } from '#shared/ids.ts'
import { hasRight } from '#shared/permissions.ts'
import { blocksOf, type RichText } from '#shared/rules/richText.ts'
import { harmfulAmong } from '../media/harmful.ts'
import { getObject } from '../media/bucket.ts'
import { type MailMessage, type Picture, quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import { displayName, type Say } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { type Email, emailContents, emailRecipients, emails, emailTests, type EmailTo } from '../table/emails.ts'
import { type MyPlayer, ownPlayers } from '../table/me.ts'
import { mergedPlayers } from '../table/mergedPlayers.ts'
import { emailNotSent, emailTakenBack } from './notSentMail.ts'
import { addressOf } from './readEmail.ts'

/** The mail that families get of an email written by a coach or a club. */

type Origin = Pick<Email, 'emailId' | 'authorId' | 'from' | 'organizationName' | 'pictures'>
type EmailText = { subject: string; content: RichText; harmful: ReadonlySet<string> }
const messageOf = async (origin: Origin, { subject, content, harmful }: EmailText, say: Say): Promise<MailMessage> => {
  const [replyTo, pictures] = await Promise.all([addressOf(origin.authorId), picturesOf(origin, harmful)])
  return {
    from: `${quoted(displayName(origin.from, say))} (${quoted(origin.organizationName)})`,
    ...(replyTo !== undefined && { replyTo }),
    subject,
    paragraphs: [],
    content: blocksOf(content),
    pictures,
    link: { address: `${siteUrl()}/email/${origin.emailId}`, text: say('Read it in Touchline', 'Leerlo en Touchline') },
  }
}

/** Pictures of recent emails: the same ones go to many people, one mail each. */
const pictureCache = new Map<string, Uint8Array>()
const maxRecent = 10

/** The bytes of an email's pictures; for one that is gone, its alternative text is shown. */
async function picturesOf({ pictures = [] }: Origin, harmful: ReadonlySet<string>): Promise<Picture[]> {
  const loadedPictures = await Promise.all(
    pictures
      .filter(({ fileId }) => !harmful.has(fileId))
      .map(async ({ fileId, type }) => ({ fileId, type, bytes: await bytesOf(fileId) })),
  )
  return loadedPictures.flatMap(({ bytes, ...picture }) => (bytes ? [{ ...picture, bytes }] : []))
}

async function bytesOf(fileId: string): Promise<Uint8Array | undefined> {
  const bytes = pictureCache.get(fileId) ?? (await getObject(`files/${fileId}`))
  const [oldest] = pictureCache.keys()
  if (pictureCache.size >= maxRecent && oldest !== undefined && !pictureCache.has(fileId)) pictureCache.delete(oldest)
  if (bytes) pictureCache.set(fileId, bytes)
  return bytes
}

/** Not mailed to users who no longer have any of these players, or none on these teams. */
const email: Writer<'email'> = async ({ emailId }, { to: { userId }, say }) => {
  if (userId === undefined) return undefined
  const [storedEmail, text, recipient] = await Promise.all([
    emails.get({ emailId }, { consistent: true }),
    emailContents.get({ emailId }, { consistent: true }),
    emailRecipients.get({ emailId, userId }, { consistent: true }),
  ])
  if (!storedEmail || !text || !recipient) return undefined
  const currentPlayers = (await ownAmong(userId, recipient.playerIds)).filter(
    (player) => hasRight(player, 'sees') && isAmong(storedEmail.to, player.teams),
  )
  if (currentPlayers.length === 0) return undefined
  const about = currentPlayers.map(({ firstName }) => quoted(firstName)).join(', ')
  const [unit, club] = [quoted(storedEmail.orgUnitName), quoted(storedEmail.organizationName)]
  const why = say(
    `You get this because ${about} ${currentPlayers.length === 1 ? 'belongs' : 'belong'} to ${unit} at ${club}.`,
    `Recibes esto porque ${about} ${currentPlayers.length === 1 ? 'pertenece' : 'pertenecen'} a ${unit} en ${club}.`,
  )
  const { files = [], pictures = [] } = storedEmail
  const harmful = await harmfulAmong([...files, ...pictures].map(({ fileId }) => fileId))
  const message = await messageOf(storedEmail, { subject: storedEmail.subject, content: text.content, harmful }, say)
  const facts = files
    .filter(({ fileId }) => !harmful.has(fileId))
    .map(({ name, size }) => [say('Attachment', 'Adjunto'), `${name} (${sizeText(size, say)})`] as const)
  return { ...message, facts, why }
}

/** Those of these players that are the user's own, each once; a player merged since counts as the kept one. */
async function ownAmong(userId: string, playerIds: readonly string[]): Promise<MyPlayer[]> {
  const ownOf = (ids: readonly string[]) =>
    ownPlayers.getMany(
      ids.map((playerId) => ({ userId, playerId })),
      { consistent: true },
    )
  const ownRows = await ownOf(playerIds)
  const missingIds = playerIds.filter((_id, i) => ownRows[i] === undefined)
  const mergedIds =
    missingIds.length > 0 ? new Set((await mergedPlayers.currentIds(missingIds)).values()) : new Set<string>()
  const mergedRows = await ownOf([...mergedIds].filter((playerId) => !playerIds.includes(playerId)))
  return [...ownRows, ...mergedRows].filter((player) => player !== undefined)
}

const sizeText = (bytes: number, { locale }: Say) =>
  bytes < 100_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / 1_000_000)} MB`

function isAmong(to: EmailTo, teams: readonly { id: string }[]): boolean {
  const among = 'teamIds' in to ? to.teamIds : 'tagIds' in to && teamOf(to.among) !== undefined ? [to.among] : undefined
  return !among || teams.some(({ id }) => among.includes(id))
}

const emailTest: Writer<'emailTest'> = async ({ emailId, testId }, { say }) => {
  const test = await emailTests.get({ emailId, testId }, { consistent: true })
  if (!test) return undefined
  const { content, pictures = [] } = test
  const subject = `${say('Test', 'Prueba')}: ${test.subject}`
  const harmful = await harmfulAmong(pictures.map(({ fileId }) => fileId))
  const message = await messageOf(test, { subject, content, harmful }, say)
  return { ...message, why: say('This is a test. Nobody else got it.', 'Esto es una prueba. Nadie más la recibió.') }
}

export const writers = { email, emailTest, emailNotSent, emailTakenBack }

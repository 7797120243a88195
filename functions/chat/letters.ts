import { quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { chatBlocks } from '../table/chatBlocks.ts'
import { chatReports } from '../table/chatReports.ts'
import { organizations } from '../table/organizations.ts'

/** The letters of this area. What somebody wrote in chat, and who reported it, stands in none of them. */

const nameOf = async (organizationId: string) => quoted((await organizations.get({ organizationId }))?.name ?? '')

/** Nothing is said of what somebody else who runs the club has settled meanwhile. */
const chatReported: Writer<'chatReported'> = async ({ organizationId, conversationSid, messageSid }) => {
  const [reports, club] = await Promise.all([
    chatReports.ofMessage({ organizationId }, conversationSid, messageSid),
    nameOf(organizationId),
  ])
  if (!reports.some(({ settled }) => settled === undefined)) return undefined
  const isUrgent = reports.some(({ reason }) => reason !== 'other')
  return {
    subject: `${club}: a chat message was reported`,
    paragraphs: [
      'Somebody has reported a message in your club’s chat to those who run the club. Please look at it soon: hide it or let it stand.',
      ...(isUrgent
        ? ['If a child may be in danger, call the police or your local emergency number now, and do not wait.']
        : []),
    ],
    link: { address: `${siteUrl()}/chat`, text: 'Open Chat, and there “Chat safety”' },
  }
}

const chatWarned: Writer<'chatWarned'> = async ({ organizationId, conversationSid, messageSid }) => {
  const [reports, club] = await Promise.all([
    chatReports.ofMessage({ organizationId }, conversationSid, messageSid),
    nameOf(organizationId),
  ])
  if (!reports.some(({ authorWas }) => authorWas === 'warned')) return undefined
  return {
    subject: `${club}: a warning about a chat message of yours`,
    paragraphs: [
      `A message that you wrote in the chat of ${club} was reported. Those who run the club have looked at it, and warn you: please write to each other with respect.`,
      'If it happens again, the club may shut you out of its chat. If you think that this is a mistake, talk to the club.',
    ],
  }
}

const chatBlocked: Writer<'chatBlocked'> = async ({ organizationId }, { to: { userId } }) => {
  if (!userId || !(await chatBlocks.get({ userId, organizationId }, { consistent: true }))) return undefined
  const club = await nameOf(organizationId)
  return {
    subject: `${club}: you are shut out of the chat`,
    paragraphs: [
      `Those who run ${club} have shut you out of its chat, since a message of yours was reported. You neither read nor write there until they let you in again.`,
      'All else in Touchline is as before. If you think that this is a mistake, talk to the club.',
    ],
  }
}

export const letters = { chatReported, chatWarned, chatBlocked }

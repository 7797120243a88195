import { organizationOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { families } from '../table/players.ts'
import { askedFor, standingOf } from './standingOf.ts'

/** Asks a family to read and sign. Who has signed meanwhile, or is not family any more, gets none. */
const agree: Writer<'agree'> = async ({ playerId }, { to: { userId }, now }) => {
  const organizationId = organizationOf(playerId)
  const [organization, asked, member] = await Promise.all([
    organizations.get({ organizationId }),
    askedFor(organizationId),
    userId === undefined ? undefined : families.get({ playerId, userId }, { consistent: true }),
  ])
  if (!organization || member?.relation !== 'own') return undefined
  const today = dayIn(now, organization.timezone)
  const [standing] = await standingOf([{ playerId }], { asked, today, consistent: true })
  const open = asked.filter((_, i) => standing?.signed[i] === null)
  if (!standing || open.length === 0) return undefined
  const club = quoted(organization.name)
  return {
    subject: `${club} asks you to agree for ${quoted(standing.player.firstName)}`,
    paragraphs: [`${club} asks every family to read and agree to the following.`],
    facts: open.map(({ title }) => ['To read', title] as const),
    link: { address: `${siteUrl()}/agreements/${organizationId}`, text: 'Read and agree' },
    closing: 'It takes a minute for each. The club sees who has agreed, and when.',
  }
}

export const letters = { agree }

import { organizationOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { families } from '../table/players.ts'
import { accountsOfPlayer } from '../people/signer.ts'
import { requiredAgreements, signatureStatusOf } from './signatureStatus.ts'

/**
 * Asks a family to read and sign. Not sent to users who have signed meanwhile, are no longer family, or could only sign for a
 * player of age.
 */
const agree: Writer<'agree'> = async ({ playerId }, { to: { userId }, now, say }) => {
  const organizationId = organizationOf(playerId)
  const [organization, required, member] = await Promise.all([
    organizations.get({ organizationId }),
    requiredAgreements(organizationId),
    userId === undefined ? undefined : families.get({ playerId, userId }, { consistent: true }),
  ])
  if (!organization || member?.relation !== 'own') return undefined
  const today = dayIn(now, organization.timezone)
  const [status] = await signatureStatusOf([{ playerId }], { required, today, consistent: true })
  const open = required.filter((_, i) => status?.signed[i] === null)
  if (!status || open.length === 0) return undefined
  if (status.ofAge && (await accountsOfPlayer([member], status.player)).length === 0) return undefined
  const [club, player] = [quoted(organization.name), quoted(status.player.firstName)]
  return {
    subject: say(`${club} needs your agreement for ${player}`, `${club} pide tu conformidad por ${player}`),
    paragraphs: [
      say(
        `${club} asks every family to read and agree to the following.`,
        `${club} pide a todas las familias que lean y acepten lo siguiente.`,
      ),
    ],
    facts: open.map(({ title }) => [say('Agreement', 'Acuerdo'), title] as const),
    link: { address: `${siteUrl()}/agreements/${organizationId}`, text: say('Read and agree', 'Leer y aceptar') },
    closing: say(
      'It takes about a minute each. The club sees who has agreed and when.',
      'Cada uno lleva un minuto más o menos. El club ve quién ha aceptado y cuándo.',
    ),
  }
}

export const writers = { agree }

import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { writeLink } from '../http/links.ts'
import { quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import { listText } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { invitationHours } from '../table/familyInvitations.ts'
import { organizations } from '../table/organizations.ts'
import { players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { otherChildrenOf } from './people/household.ts'
import { invitationTo } from './people/invitedChildren.ts'
import { isForThemselves } from '../people/forThemselves.ts'

/** Nothing is sent for an invitation that was withdrawn or accepted, or for a player who is gone. */
const familyInvitation: Writer<'familyInvitation'> = async ({ playerId, invitationId }, { say }) => {
  const found = await invitationTo({ playerId, invitationId })
  if (found?.state !== 'open') return undefined
  const { invitedBy: userId, invitedAt, relation } = found
  const [player, club, inviter, siblings] = await Promise.all([
    players.get(found),
    organizations.get({ organizationId: organizationOf(playerId) }),
    profiles.get({ userId }),
    otherChildrenOf(found),
  ])
  if (!player || !club) return undefined
  const [name, child, clubName] = [
    quoted(inviter ? fullName(inviter) : club.name),
    quoted(player.firstName),
    quoted(club.name),
  ]
  const otherNames = listText(
    siblings.map(({ firstName }) => quoted(firstName)),
    say,
  )
  const ends = addHours(invitedAt, invitationHours)
  // In the URL's fragment, which browsers do not send to the server.
  const token = await writeLink('join', { about: playerId, userId, made: invitedAt, ends, data: [invitationId] })
  const invitationText =
    relation === 'following'
      ? say(
          `${name} invites you to follow ${child} on Touchline and see when and where they play.`,
          `${name} te invita a seguir a ${child} en Touchline y ver cuándo y dónde juega.`,
        )
      : isForThemselves(found, player)
        ? say(
            `${name} invites you to Touchline, where you see when and where to be and answer whether you are coming.`,
            `${name} te invita a Touchline, donde ves cuándo y dónde hay que estar y respondes si vas.`,
          )
        : say(
            `${name} invites you to join ${child}’s family on Touchline, where you see when and where to be and answer whether ${child} is coming.`,
            `${name} te invita a unirte a la familia de ${child} en Touchline, donde ves cuándo y dónde hay que estar y respondes si ${child} va.`,
          )
  return {
    subject:
      relation === 'own'
        ? say(`${clubName}: ${child} is on Touchline`, `${clubName}: ${child} está en Touchline`)
        : say(`Follow ${child} at ${clubName}`, `Sigue a ${child} en ${clubName}`),
    paragraphs: [
      invitationText,
      ...(otherNames
        ? [say(`The invitation is also for ${otherNames}.`, `La invitación también es para ${otherNames}.`)]
        : []),
    ],
    link: { address: `${siteUrl()}/invitation#${token}`, text: say('Open the invitation', 'Abrir la invitación') },
    closing: say(
      'You do not need an account yet: you can create one with the link. It works once, for 30 days; please do not forward it. If you do not know the sender, ignore this email: you have not been added to anything.',
      'Todavía no necesitas una cuenta: puedes crearla con el enlace. Sirve una vez, durante 30 días; no lo reenvíes. Si no conoces a quien te invita, ignora este correo: nadie te ha añadido a nada.',
    ),
  }
}

export const writers = { familyInvitation }

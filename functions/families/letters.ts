import { organizationOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { writeLink } from '../http/links.ts'
import { quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import { listText } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { invitationHours } from '../table/familyInvitations.ts'
import { organizations } from '../table/organizations.ts'
import { players } from '../table/players.ts'
import { profiles } from '../table/profiles.ts'
import { othersIn } from './people/household.ts'
import { invitationTo } from './people/named.ts'
import { isForThemselves } from '../people/forThemselves.ts'

/** Nothing is sent for an invitation that was withdrawn or accepted, or for a player who is gone. */
const familyInvitation: Writer<'familyInvitation'> = async ({ playerId, invitationId }, { say }) => {
  const found = await invitationTo({ playerId, invitationId })
  if (found?.state !== 'open') return undefined
  const { invitedBy: userId, invitedAt, relation } = found
  const [player, club, inviter, others] = await Promise.all([
    players.get(found),
    organizations.get({ organizationId: organizationOf(playerId) }),
    profiles.get({ userId }),
    othersIn(found),
  ])
  if (!player || !club) return undefined
  const [name, child, at] = [
    quoted(inviter ? fullName(inviter) : club.name),
    quoted(player.firstName),
    quoted(club.name),
  ]
  const also = listText(
    others.map(({ firstName }) => quoted(firstName)),
    say,
  )
  const ends = addHours(invitedAt, invitationHours)
  // In the URL's fragment, which browsers do not send to the server.
  const token = await writeLink('join', { about: playerId, userId, made: invitedAt, ends, data: [invitationId] })
  const invites =
    relation === 'following'
      ? say(
          `${name} invites you to follow ${child} on Touchline: you see when and where they play.`,
          `${name} te invita a seguir a ${child} en Touchline: ves cuándo y dónde juega.`,
        )
      : isForThemselves(found, player)
        ? say(
            `${name} invites you to Touchline: you see when and where to be, and say whether you come.`,
            `${name} te invita a Touchline: ves cuándo y dónde hay que estar, y dices si vas.`,
          )
        : say(
            `${name} invites you to ${child}’s family on Touchline: you see when and where to be, and say whether ${child} comes.`,
            `${name} te invita a la familia de ${child} en Touchline: ves cuándo y dónde hay que estar, y dices si ${child} va.`,
          )
  return {
    subject:
      relation === 'own'
        ? say(`${at}: ${child} is on Touchline`, `${at}: ${child} está en Touchline`)
        : say(`Follow ${child} at ${at}`, `Sigue a ${child} en ${at}`),
    paragraphs: [invites, ...(also ? [say(`It is for ${also}, too.`, `También es para ${also}.`)] : [])],
    link: { address: `${siteUrl()}/invitation#${token}`, text: say('Open the invitation', 'Abrir la invitación') },
    closing: say(
      'You need no account yet: you make one with the link. It works once, for 30 days; do not pass it on. If you do not know who this is, do nothing: nobody has put you anywhere.',
      'Todavía no necesitas una cuenta: la creas con el enlace. Sirve una vez, durante 30 días; no lo reenvíes. Si no sabes quién es, no hagas nada: nadie te ha añadido a ningún sitio.',
    ),
  }
}

export const letters = { familyInvitation }

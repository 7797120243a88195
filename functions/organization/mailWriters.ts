import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { administratorsOf } from '../access/administrators.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import { displayName, type Say } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { ignore } from '../table/ignore.ts'
import { type Invitation, invitations } from '../table/invitations.ts'
import { organizations } from '../table/organizations.ts'
import { teams } from '../table/teams.ts'
import { unitOf } from './unitOf.ts'

/** Mails about organizations. A withdrawn invitation is not sent. */
const administer: Writer<'administer'> = async ({ invitationId }, { to: { email }, say }) => {
  const invitation = await invitations.get({ invitationId }, { consistent: true })
  if (invitation?.email !== email) return undefined
  // A unit that was just created may not be found yet: then its stored name is used.
  const unit = await unitOf(orgUnitOf(invitationId)).catch(ignore('not_found'))
  return administerMail({ ...invitation, unitName: unit?.name ?? invitation.unitName }, say)
}

/** Names are typed by people whom the reader may not know. */
function administerMail({ invitationId, unitName, inviterName }: Invitation, say: Say): MailMessage {
  const [unit, inviter] = [quoted(unitName), quoted(displayName(inviterName, say))]
  return {
    subject: say(`You are invited to help run ${unit}`, `Te invitan a ayudar a llevar ${unit}`),
    paragraphs: [
      say(
        `${inviter || 'Someone'} invites you to help run ${unit} on Touchline.`,
        `${inviter || 'Alguien'} te invita a ayudar a llevar ${unit} en Touchline.`,
      ),
      say(
        'To see the details and accept, sign in with this email address or create an account with it.',
        'Para ver los detalles y aceptar, inicia sesión con esta dirección o crea una cuenta con ella.',
      ),
    ],
    link: { address: `${siteUrl()}/join/${invitationId}`, text: say('See the invitation', 'Ver la invitación') },
    closing: say(
      'The invitation is valid for two weeks. If you do not know the sender, ignore this email: you will not be added.',
      'La invitación vale dos semanas. Si no conoces a quien te invita, ignora este correo: no se te añadirá.',
    ),
  }
}

/** Not sent to users who run it again, nor for units that are gone. */
const dismissed: Writer<'dismissed'> = async ({ orgUnitId, whole }, { to: { userId }, say }) => {
  const organizationId = organizationOf(orgUnitId)
  const [organization, team, administrator] = await Promise.all([
    organizations.get({ organizationId }),
    orgUnitId === organizationId ? undefined : teams.get({ teamId: orgUnitId }),
    userId ? administratorsOf(orgUnitId).get(userId) : undefined,
  ])
  if (!userId || !organization || administrator || (orgUnitId !== organizationId && !team)) return undefined
  const [unit, club] = [quoted((team ?? organization).name), quoted(organization.name)]
  return {
    subject: say(`You no longer help run ${unit}`, `Ya no ayudas a llevar ${unit}`),
    paragraphs: [
      say(
        `The people who run ${club} have removed your rights in ${unit} on Touchline.`,
        `Quienes llevan ${club} han retirado los permisos que tenías sobre ${unit} en Touchline.`,
      ),
      whole === undefined
        ? say(
            'What you see as family and your other rights have not changed. If you think this is a mistake, contact the club.',
            'Lo que ves como familia y tus permisos en otros sitios siguen igual. Si crees que es un error, habla con el club.',
          )
        : say(
            'You no longer have access to its teams and players. Your access to other clubs has not changed. If you think this is a mistake, contact the club.',
            'Ya no tienes acceso a sus equipos ni a sus jugadores. Tu acceso a otros clubes sigue igual. Si crees que es un error, habla con el club.',
          ),
    ],
  }
}

/** Not sent to users who no longer coach the team, nor if it was restored. */
const teamArchived: Writer<'teamArchived'> = async ({ teamId, archivedAt }, { to: { userId }, say }) => {
  const [team, coach] = await Promise.all([
    teams.get({ teamId }),
    userId ? administratorsOf(teamId).get(userId) : undefined,
  ])
  if (!coach || team?.archivedAt !== archivedAt) return undefined
  const [unit, club] = [quoted(team.name), quoted(team.organizationName)]
  return {
    subject: say(`${unit} has been archived`, `${unit} se ha archivado`),
    paragraphs: [
      say(
        `The people who run ${club} have archived ${unit} in Touchline: it is no longer an active team and takes no new players.`,
        `Quienes llevan ${club} han archivado ${unit} en Touchline: ya no está entre los equipos activos ni recibe jugadores nuevos.`,
      ),
      say(
        'Its upcoming events are hidden, and nobody can write in its chat any more. The roster, answers and past events are kept, and you can still view them. The club can restore all of it: if you think this is a mistake, contact them.',
        'Sus próximos eventos ya no se ven, y nadie puede escribir más en su chat. La plantilla, las respuestas y los eventos pasados se conservan, y puedes seguir viéndolos. El club puede recuperarlo todo: si crees que es un error, habla con ellos.',
      ),
    ],
    link: {
      address: `${siteUrl()}/${organizationOf(teamId)}/${teamId}/teams`,
      text: say('View the team', 'Ver el equipo'),
    },
  }
}

export const writers = { administer, dismissed, teamArchived }

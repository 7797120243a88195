import { organizationOf } from '#shared/ids.ts'
import { statusOf, windowOf } from '#shared/rules/registrations/window.ts'
import { isChildAccount } from '../people/childAccount.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { siteUrl } from '../mail/site.ts'
import { dayText, type Say } from '../mail/say.ts'
import { dayAndTimeText } from '../mail/whenText.ts'
import type { Writer } from '../mail/writer.ts'
import { type Organization, organizations } from '../table/organizations.ts'
import { emailUsers, normalEmail } from '../table/emailUsers.ts'
import { families, guardiansWith } from '../table/players.ts'
import { profiles, type User } from '../table/profiles.ts'
import { type Registration, registrationInvitations, registrations } from '../table/registrations.ts'
import { invitationMailTime } from './invitationMailTime.ts'

/** Nothing is sent if the invitation was withdrawn, the person has registered meanwhile, or the registration is closed. */
const registrationInvitation: Writer<'registrationInvitation'> = async ({ registrationId, email }, { now, say }) => {
  const [registration, invited, club] = await Promise.all([
    registrations.get({ registrationId }, { consistent: true }),
    registrationInvitations.get({ registrationId, email }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(registrationId) }),
  ])
  if (!registration || !club || invited?.state !== 'invited') return undefined
  if ((await invitationMailTime(registration, club, now)) !== 'now') return undefined
  const { again, playerId } = invited
  const member = playerId === undefined ? undefined : await memberAt(email, playerId)
  // A child's own account cannot register anyone, even if it was invited with its parents.
  if (member && (await isChildAccount(member.userId, now))) return undefined
  return messageOf(registration, { club, again, ...(member && playerId !== undefined && { playerId }), now, say })
}

/** The guardian who pays for the invited player, if the address is that guardian's: a child's id is shown to nobody else. */
async function memberAt(email: string, playerId: string): Promise<User | undefined> {
  const guardians = guardiansWith(await families.of({ playerId }), 'pays')
  const guardianProfiles = await profiles.getMany(guardians.map(({ userId }) => ({ userId })))
  const addressLists: (readonly string[])[] = await Promise.all(
    guardianProfiles.map(async (profile) => (profile ? emailUsers.addressesOf(profile) : [])),
  )
  return guardians[addressLists.findIndex((addresses) => addresses.includes(normalEmail(email)))]
}

type MailContext = { club: Organization; playerId?: string; again: true | undefined; now: string; say: Say }
function messageOf(
  registration: Registration,
  { club: { name: clubName, timezone }, ...context }: MailContext,
): MailMessage {
  const { playerId, again, now, say } = context
  const { registrationId, name, launchDate, launchTime, closeDate, closeTime } = registration
  const { opensAt, closesAt } = windowOf(registration, timezone)
  // Without a time, it is from the start of that day, or until its end.
  const dateText = (day: string, time: string | null, at = '') =>
    time === null ? dayText(day, say) : dayAndTimeText(at, timezone, say)
  const [what, club] = [quoted(name), quoted(clubName)]
  const player = playerId === undefined ? '' : `/player/${playerId}`
  const isScheduled = statusOf(registration, timezone, now) === 'SCHEDULED'
  return {
    subject: again
      ? say(`Reminder from ${club}: register for ${what}`, `Recordatorio de ${club}: inscríbete en ${what}`)
      : say(`${club}: register for ${what}`, `${club}: inscríbete en ${what}`),
    paragraphs: [
      say(`${club} invites you to register for ${what}.`, `${club} te invita a inscribirte en ${what}.`),
      ...(again ? [say('You have not registered yet.', 'Todavía no te has inscrito.')] : []),
    ],
    facts: [
      ...(isScheduled && launchDate !== null
        ? [[say('Opens', 'Abre'), dateText(launchDate, launchTime, opensAt)] as const]
        : []),
      ...(closeDate === null ? [] : [[say('Closes', 'Cierra'), dateText(closeDate, closeTime, closesAt)] as const]),
    ],
    link: { address: `${siteUrl()}/register/${registrationId}${player}`, text: say('Register', 'Inscribirse') },
    closing: say(
      'Sign in with this email address or create an account with it: the invitation is for this address.',
      'Inicia sesión con esta dirección o crea una cuenta con ella: la invitación es para esta dirección.',
    ),
  }
}

export const writers = { registrationInvitation }

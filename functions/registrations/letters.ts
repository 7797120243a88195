import { organizationOf } from '#shared/ids.ts'
import { statusOf } from '#shared/rules/registrations/registration.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { organizations } from '../table/organizations.ts'
import { type Registration, registrationInvitations, registrations } from '../table/registrations.ts'

/** Not mailed is whose invitation was taken back, or who has registered meanwhile; nor anybody once it is closed. */
const registrationInvitation: Writer<'registrationInvitation'> = async ({ registrationId, email }, { now }) => {
  const [registration, invited, club] = await Promise.all([
    registrations.get({ registrationId }, { consistent: true }),
    registrationInvitations.get({ registrationId, email }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(registrationId) }),
  ])
  if (!registration || !club || invited?.state !== 'invited') return undefined
  return registration.state === 'launched' ? letterOf(registration, { clubName: club.name, now }) : undefined
}

function letterOf(registration: Registration, { clubName, now }: { clubName: string; now: string }): Letter {
  const { registrationId, name, launchDate, closeDate } = registration
  const [what, club] = [quoted(name), quoted(clubName)]
  const isToCome = statusOf(registration, now) === 'SCHEDULED'
  return {
    subject: `${club}: register for ${what}`,
    paragraphs: [`${club} invites you to register for ${what}.`],
    facts: [
      ...(isToCome && launchDate !== null ? [['Opens', launchDate] as const] : []),
      ...(closeDate === null ? [] : [['Closes', closeDate] as const]),
    ],
    link: { address: `${siteUrl()}/register/${registrationId}`, text: 'Register' },
    closing: 'Sign in with this address, or open an account with it: the invitation is for this address.',
  }
}

export const letters = { registrationInvitation }

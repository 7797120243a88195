import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'
import { type Invitation, invitations } from '../table/invitations.ts'

/** The letters of this area. An invitation that was taken back meanwhile is not sent. */
const administer: Writer<'administer'> = async ({ invitationId }, { to: { email } }) => {
  const invitation = await invitations.get({ invitationId }, { consistent: true })
  return invitation?.email === email ? administerLetter(invitation) : undefined
}

/** Names are typed by people whom the reader may not know. */
function administerLetter({ invitationId, unitName, inviterName }: Invitation): Letter {
  const [unit, inviter] = [quoted(unitName), quoted(inviterName)]
  return {
    subject: `You are invited to help run ${unit}`,
    paragraphs: [
      `${inviter || 'Somebody'} invites you to help run ${unit} on Touchline.`,
      'Sign in with this address, or open an account with it, to see what you are asked to do and to accept.',
    ],
    link: { address: `${siteUrl()}/join/${invitationId}`, text: 'See the invitation' },
    closing: 'It can be accepted for two weeks. If you do not know who this is, do nothing: you will not be added.',
  }
}

export const letters = { administer }

import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Say } from '../mail/say.ts'
import type { Writer } from '../mail/writer.ts'
import { type Invitation, invitations } from '../table/invitations.ts'

/** The letters of this area. An invitation that was taken back meanwhile is not sent. */
const administer: Writer<'administer'> = async ({ invitationId }, { to: { email }, say }) => {
  const invitation = await invitations.get({ invitationId }, { consistent: true })
  return invitation?.email === email ? administerLetter(invitation, say) : undefined
}

/** Names are typed by people whom the reader may not know. */
function administerLetter({ invitationId, unitName, inviterName }: Invitation, say: Say): Letter {
  const [unit, inviter] = [quoted(unitName), quoted(inviterName)]
  return {
    subject: say(`You are invited to help run ${unit}`, `Te invitan a ayudar a llevar ${unit}`),
    paragraphs: [
      say(
        `${inviter || 'Somebody'} invites you to help run ${unit} on Touchline.`,
        `${inviter || 'Alguien'} te invita a ayudar a llevar ${unit} en Touchline.`,
      ),
      say(
        'Sign in with this address, or open an account with it, to see what you are asked to do and to accept.',
        'Inicia sesión con esta dirección, o abre una cuenta con ella, para ver qué se te pide y aceptar.',
      ),
    ],
    link: { address: `${siteUrl()}/join/${invitationId}`, text: say('See the invitation', 'Ver la invitación') },
    closing: say(
      'It can be accepted for two weeks. If you do not know who this is, do nothing: you will not be added.',
      'Se puede aceptar durante dos semanas. Si no sabes quién es, no hagas nada: no se te añadirá.',
    ),
  }
}

export const letters = { administer }

import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'

// From the account's own address, so that support can tell whose it is.
function supportContact(): readonly [string, string] {
  const support = process.env.SUPPORT_EMAIL
  return support
    ? [`write to ${support} from this address`, `escribe a ${support} desde esta dirección`]
    : [
        'contact the people who run Touchline, from this address',
        'escribe a quienes llevan Touchline, desde esta dirección',
      ]
}

/**
 * Mails that a second factor was set up or turned off, even if that has changed since: the owner should know, no matter who did
 * it.
 */
const secondFactor: Writer<'secondFactor'> = async ({ is }, { to: { userId = '' }, say }) => {
  const contact = supportContact()
  return {
    subject:
      is === 'on'
        ? say('Two-step verification was turned on for your account', 'Se ha activado el segundo factor de tu cuenta')
        : say(
            'Two-step verification was turned off for your account',
            'Se ha desactivado el segundo factor de tu cuenta',
          ),
    paragraphs:
      is === 'on'
        ? [
            say(
              'From your next sign-in, Touchline asks for a code from your authenticator app in addition to your password. If that was you, you do not need to do anything.',
              'Desde tu próximo inicio de sesión, Touchline pide un código de tu aplicación de autenticación además de la contraseña. Si fuiste tú, no tienes que hacer nada.',
            ),
            say(
              `If it was not you, someone else has access to your account. Set a new password right away with “Forgot your password?” on the sign-in page: that signs everyone out. If you are then asked for a code you do not have, ${contact[0]}.`,
              `Si no fuiste tú, alguien está usando tu cuenta. Pon enseguida otra contraseña con «¿Olvidaste tu contraseña?» en la página de inicio de sesión: eso cierra todas las sesiones. Si después se te pide un código que no tienes, ${contact[1]}.`,
            ),
          ]
        : [
            say(
              'From now on, your password alone opens your account. If that was you, you do not need to do anything.',
              'A partir de ahora, basta tu contraseña para abrir tu cuenta. Si fuiste tú, no tienes que hacer nada.',
            ),
            say(
              'If it was not you, someone else has access to your account. Change your password in My Profile right away, sign out the devices there that you do not recognize, and set up two-step verification again.',
              'Si no fuiste tú, alguien está usando tu cuenta. Cambia enseguida tu contraseña en Mi perfil, cierra allí la sesión de los dispositivos que no reconozcas y vuelve a configurar el segundo factor.',
            ),
          ],
    link: { address: `${siteUrl()}/user/edit/${userId}`, text: say('Open My Profile', 'Abrir Mi perfil') },
  }
}

/** Mails that a passkey was added: it opens the account without the password, and a new password does not end it. */
const passkey: Writer<'passkey'> = async ({ name }, { to: { userId = '' }, say }) => ({
  subject: say('A passkey was added to your account', 'Se ha añadido una llave de acceso a tu cuenta'),
  paragraphs: [
    say(
      `${name ? `The passkey “${name}”` : 'It'} opens your account without your password. If that was you, you do not need to do anything.`,
      `${name ? `La llave de acceso «${name}»` : 'Esta llave'} abre tu cuenta sin tu contraseña. Si fuiste tú, no tienes que hacer nada.`,
    ),
    say(
      'If it was not you, someone else has access to your account. Change your password in My Profile right away: that signs everyone else out. Then remove the passkey there: changing your password does not remove it.',
      'Si no fuiste tú, alguien está usando tu cuenta. Cambia enseguida tu contraseña en Mi perfil: eso cierra las demás sesiones. Después quita allí la llave de acceso: cambiar la contraseña no la quita.',
    ),
  ],
  link: { address: `${siteUrl()}/user/edit/${userId}`, text: say('Open My Profile', 'Abrir Mi perfil') },
})

/**
 * Mails the old address that the account has another one: the only notice to someone whose account was taken over. Without the
 * new address, which this mailbox must not learn.
 */
const addressChanged: Writer<'addressChanged'> = async (_about, { say }) => {
  const contact = supportContact()
  return {
    subject: say(
      'The email address of your Touchline account has changed',
      'Ha cambiado la dirección de tu cuenta de Touchline',
    ),
    paragraphs: [
      say(
        'You can no longer sign in with this address: use the new one, where you also get our emails. If that was you, you do not need to do anything.',
        'Ya no puedes iniciar sesión con esta dirección: usa la nueva, donde también recibes nuestros correos. Si fuiste tú, no tienes que hacer nada.',
      ),
      say(
        `If it was not you, someone else has access to your account: ${contact[0]} right away.`,
        `Si no fuiste tú, otra persona está usando tu cuenta: ${contact[1]} enseguida.`,
      ),
    ],
  }
}

export const writers = { secondFactor, addressChanged, passkey }

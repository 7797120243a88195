import { siteUrl } from '../mail/site.ts'
import type { Writer } from '../mail/writer.ts'

// From the account's own address, so that support can tell whose it is.
function whomToAsk(): readonly [string, string] {
  const support = process.env.SUPPORT_EMAIL
  return support
    ? [`write to ${support} from this address`, `escribe a ${support} desde esta dirección`]
    : [
        'ask whoever runs Touchline for you, from this address',
        'pregunta a quien lleva Touchline, desde esta dirección',
      ]
}

/**
 * Mails that a second factor was set up or turned off, even if that has changed since: the owner should know, no matter who did
 * it.
 */
const secondFactor: Writer<'secondFactor'> = async ({ is }, { to: { userId = '' }, say }) => {
  const ask = whomToAsk()
  return {
    subject:
      is === 'on'
        ? say('A second factor was set up for your account', 'Se ha configurado un segundo factor en tu cuenta')
        : say('The second factor of your account was turned off', 'Se ha desactivado el segundo factor de tu cuenta'),
    paragraphs:
      is === 'on'
        ? [
            say(
              'From your next sign-in on, Touchline asks for a code from your authenticator app beside your password. If that was you, there is nothing to do.',
              'Desde tu próximo inicio de sesión, Touchline pide un código de tu aplicación de autenticación además de la contraseña. Si fuiste tú, no tienes que hacer nada.',
            ),
            say(
              `If it was not you, somebody is in your account. Choose another password at once, by “Forgot your password?” where you sign in: that signs everybody out. If you are then asked for a code that you do not have, ${ask[0]}.`,
              `Si no fuiste tú, alguien está usando tu cuenta. Elige enseguida otra contraseña con «¿Olvidaste tu contraseña?» donde inicias sesión: eso cierra todas las sesiones. Si después se te pide un código que no tienes, ${ask[1]}.`,
            ),
          ]
        : [
            say(
              'From now on your password alone opens your account. If that was you, there is nothing to do.',
              'A partir de ahora, tu contraseña sola abre tu cuenta. Si fuiste tú, no tienes que hacer nada.',
            ),
            say(
              'If it was not you, somebody is in your account. Choose another password at once in My Profile, sign out the devices there that you do not know, and set up the second factor again.',
              'Si no fuiste tú, alguien está usando tu cuenta. Elige enseguida otra contraseña en Mi perfil, cierra allí la sesión de los dispositivos que no conozcas y vuelve a configurar el segundo factor.',
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
      `It signs in to Touchline in place of your password${name && `: ${name}`}. If that was you, there is nothing to do.`,
      `Sirve para entrar en Touchline en lugar de tu contraseña${name && `: ${name}`}. Si fuiste tú, no tienes que hacer nada.`,
    ),
    say(
      'If it was not you, somebody is in your account. Choose another password at once in My Profile: that signs everybody else out. Then remove the passkey there, which another password does not end.',
      'Si no fuiste tú, alguien está usando tu cuenta. Elige enseguida otra contraseña en Mi perfil: eso cierra las demás sesiones. Después quita allí la llave de acceso, que no termina con otra contraseña.',
    ),
  ],
  link: { address: `${siteUrl()}/user/edit/${userId}`, text: say('Open My Profile', 'Abrir Mi perfil') },
})

/**
 * Mails the old address that the account has another one: the only notice to someone whose account was taken over. Without the
 * new address, which this mailbox must not learn.
 */
const addressChanged: Writer<'addressChanged'> = async (_about, { say }) => {
  const ask = whomToAsk()
  return {
    subject: say('Your Touchline account has another address', 'Tu cuenta de Touchline tiene otra dirección'),
    paragraphs: [
      say(
        'This address no longer opens your account: you sign in with the new one, and Touchline writes to you there. If that was you, there is nothing to do.',
        'Con esta dirección ya no se abre tu cuenta: inicias sesión con la nueva, y Touchline te escribe allí. Si fuiste tú, no tienes que hacer nada.',
      ),
      say(
        `If it was not you, somebody else is in your account: ${ask[0]} at once.`,
        `Si no fuiste tú, otra persona está usando tu cuenta: ${ask[1]} enseguida.`,
      ),
    ],
  }
}

export const letters = { secondFactor, addressChanged, passkey }

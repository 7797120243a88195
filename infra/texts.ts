/** The mails that the user pool sends. `{####}` and `{username}` are its placeholders for the code and the address. */

/**
 * Sent at sign-up, for a forgotten password and for a new address alike, so it mentions none of them. The pool does not
 * know the reader's language, so the mail is in all of ours.
 */
export const code = {
  emailSubject: 'Your Touchline code · Tu código de Touchline',
  emailBody:
    '<p>Your code is · Tu código es</p><p style="font-size:24px"><strong>{####}</strong></p><p>Enter it where Touchline asks for it. ' +
    'If you did not request it, ignore this email: nothing has changed.</p><p lang="es">Escríbelo donde Touchline lo pide. ' +
    'Si no lo pediste, ignora este correo: no ha cambiado nada.</p>',
}

/** Sent when staff create an account for someone, whose language the pool does not know either. */
export const invitation = {
  emailSubject: 'Your Touchline account · Tu cuenta de Touchline',
  emailBody:
    '<p>An account is ready for you. <span lang="es">Tienes una cuenta lista.</span></p>' +
    '<p>Sign in as · Inicia sesión como: <strong>{username}</strong></p>' +
    '<p>With this one-time password · Con esta contraseña de un solo uso: <strong>{####}</strong></p>',
}

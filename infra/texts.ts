/** Mails sent by the user pool. `{####}` and `{username}` are its placeholders for code and address. */

/**
 * Used for sign-up, forgotten passwords and new addresses alike, so it names none of them. The pool does not know the reader's
 * language, so it is in both of ours.
 */
export const code = {
  emailSubject: 'Your Touchline code · Tu código de Touchline',
  emailBody:
    '<p>Your code is · Tu código es</p><p style="font-size:24px"><strong>{####}</strong></p><p>Type it where Touchline asks for it. ' +
    'If you did not ask for it, do nothing: nothing has changed.</p><p lang="es">Escríbelo donde Touchline lo pide. ' +
    'Si no lo has pedido, no hagas nada: no ha cambiado nada.</p>',
}

/** Sent when our staff create an account for someone, in both languages for the same reason. */
export const invitation = {
  emailSubject: 'Your Touchline account · Tu cuenta de Touchline',
  emailBody:
    '<p>An account is ready for you. <span lang="es">Tienes una cuenta lista.</span></p>' +
    '<p>Sign in as · Inicia sesión como: <strong>{username}</strong></p>' +
    '<p>With this password, which is good once · Con esta contraseña, que sirve una vez: <strong>{####}</strong></p>',
}

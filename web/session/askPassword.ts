let pendingPrompt: Promise<boolean> | undefined

/**
 * Asks for the password again in a dialog, and for the second factor if there is one; true once they are correct. Concurrent
 * calls share the dialog. Rejects if the dialog cannot be loaded. Sensitive requests need a recent password: `web/api.ts` calls
 * this when the server responds with `password_needed`.
 */
export function askPassword(): Promise<boolean> {
  pendingPrompt ??= import('./PasswordDialog.tsx')
    .then(({ askForPassword }) => askForPassword())
    .finally(() => {
      pendingPrompt = undefined
    })
  return pendingPrompt
}

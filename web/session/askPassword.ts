let asking: Promise<boolean> | undefined

/**
 * Has the password typed again in a dialog, with the code of the second factor where there is one: true once it was right. Whoever
 * asks meanwhile waits for the same dialog. Rejects where the dialog could not be loaded. What matters needs the password typed a moment
 * ago: where the server asks for it (`password_needed`), `web/api.ts` does.
 */
export function askPassword(): Promise<boolean> {
  asking ??= import('./PasswordDialog.tsx')
    .then(({ askInDialog }) => askInDialog())
    .finally(() => {
      asking = undefined
    })
  return asking
}

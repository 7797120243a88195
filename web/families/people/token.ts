const name = 'touchline.invitation'

/** Keeps the token of an invitation in this tab until it is taken up: it stands in no address that is sent. */
export function keepToken(token: string): void {
  try {
    if (token) sessionStorage.setItem(name, token)
    else sessionStorage.removeItem(name)
  } catch {
    // Where nothing can be kept, the link in the mail is opened once more.
  }
}

/** What stands behind the `#` of the link, or was kept. */
export function tokenOf(): string {
  try {
    return location.hash.slice(1) || (sessionStorage.getItem(name) ?? '')
  } catch {
    return location.hash.slice(1)
  }
}

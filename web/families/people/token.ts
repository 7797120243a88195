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

export function keptToken(): string {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

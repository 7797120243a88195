/** What is kept in this tab alone. Where nothing can be kept, as in some private windows, there is nothing. */
export function readInTab(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** `undefined` takes it away. */
export function keepInTab(name: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    // No storage: whoever reads it lives without.
  }
}

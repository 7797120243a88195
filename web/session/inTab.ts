/** Reads session storage; undefined if it is unavailable, as in some private windows. */
export function readInTab(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes session storage; `undefined` removes the item. */
export function writeInTab(name: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    // Storage is unavailable: readers get undefined.
  }
}

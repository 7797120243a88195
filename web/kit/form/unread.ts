/**
 * Whether something is typed within that its field cannot read, which would be missing from what is sent. Such a field says so when it
 * is left, which Enter does not: it is left here, and has focus from then on.
 */
export function hasUnread(within: HTMLElement | null): boolean {
  const unread = within?.querySelector<HTMLElement>('[data-unread]')
  unread?.focus()
  unread?.blur()
  unread?.focus()
  return Boolean(unread)
}
